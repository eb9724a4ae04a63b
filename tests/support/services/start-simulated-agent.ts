import { startService, type Service } from './start-service.ts';

export const HUB_MODEL = 'sim/v1';
export const FINE_TUNED_MODEL = '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a02';

export interface SimulatedAgent extends AsyncDisposable {
  readonly agent: Service;
  readonly simulator: Service;
}

/** The agent backend with simulated models: a hub, and a fine-tuned model called sim-v2. */
export async function startSimulatedAgent(
  env: Readonly<Record<string, string>> = {},
): Promise<SimulatedAgent> {
  const simulator = await startService('simulator', env);
  const agent = await startService('agent', {
    HUB_BASE_URL: `${simulator.url}/v1`,
    STUDIO_BASE_URL: `${simulator.url}/v1`,
    STUDIO_MODELS: `sim-v2=${FINE_TUNED_MODEL}`,
  });
  return {
    agent,
    simulator,
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await simulator[Symbol.asyncDispose]();
    },
  };
}
