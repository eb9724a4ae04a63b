import { startService, type Service } from './start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../stubs/start-stub.ts';

export const FINE_TUNED = '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01';

export interface AgentWithStubs extends AsyncDisposable {
  readonly agent: Service;
  readonly hub: Stub;
  readonly studio: Stub;
}

/** An agent backend with two providers that identify themselves in their replies. */
export async function startAgentWithStubs(): Promise<AgentWithStubs> {
  const hub = await startProvider('from the hub');
  const studio = await startProvider('from the studio');
  const agent = await startService('agent', {
    HUB_BASE_URL: `${hub.url}/v1`,
    HUB_API_KEY: 'hub-key',
    STUDIO_BASE_URL: `${studio.url}/v1`,
    STUDIO_API_KEY: 'studio-key',
    STUDIO_MODELS: `support-de=${FINE_TUNED}`,
    STUDIO_MODEL_QWEN_GDPR: FINE_TUNED.toUpperCase(),
  });
  return {
    agent,
    hub,
    studio,
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
      await studio[Symbol.asyncDispose]();
    },
  };
}

function startProvider(content: string): Promise<Stub> {
  const answer = chatCompletion(content, 'provider-model-name');
  return startStub((_, response) => sendJson(response, answer));
}
