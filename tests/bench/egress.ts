import { createEgress, noCredentials } from '@fairtrial/egress';
import { createEndpoint } from '@fairtrial/models';
import { Agent, request } from 'undici';
import { median } from './figures.ts';
import { startScript } from './processes.ts';
import { repeatCalls } from './repeat-calls.ts';
import type { Options, Report } from './report.ts';

const FULL = { calls: 6000, rounds: 3 };
const SHORT = { calls: 1500, rounds: 1 };
const IN_FLIGHT = 64;
const MAX_CPU_RATIO = 2.5;
const DELAY_MS = '20';

const MESSAGES = [
  { role: 'user', content: 'How long for a new card? I fly to Lisbon on Friday.' },
  { role: 'assistant', content: 'A new card takes five working days by post.' },
  { role: 'user', content: 'Virtual one is perfect, thanks so much' },
] as const;

interface Measured {
  readonly callsPerSecond: number;
  readonly cpuMsPerCall: number;
}

/** Measures calls per second through packages/models, compared with a bare undici loop on the same endpoint. */
export async function measureEgress({ short }: Options): Promise<Report> {
  await using endpoint = await startScript('endpoint.ts', DELAY_MS);
  const url = `http://127.0.0.1:${endpoint.printed}/v1/chat/completions`;
  const agent = new Agent();
  const egress = createEgress({ mode: 'local', allowedOrigins: [] });
  try {
    return await compare(bareCall(url, agent), modelsCall(url, egress), short ? SHORT : FULL);
  } finally {
    await agent.close();
    await egress.close();
  }
}

type Call = () => Promise<void>;

async function compare(
  bare: Call,
  models: Call,
  { calls, rounds: count }: typeof FULL,
): Promise<Report> {
  await measure(bare, calls);
  await measure(models, calls); // warm up both before measuring either
  const rounds: { bare: Measured; models: Measured }[] = [];
  for (let round = 0; round < count; round += 1) {
    rounds.push({ bare: await measure(bare, calls), models: await measure(models, calls) });
    console.error(round + 1, rounds.at(-1));
  }
  const rate = (of: 'bare' | 'models'): number => median(rounds.map((r) => r[of].callsPerSecond));
  const cpu = (of: 'bare' | 'models'): number => median(rounds.map((r) => r[of].cpuMsPerCall));
  const figures = {
    ratio: rate('models') / rate('bare'),
    cpu_ratio: cpu('models') / cpu('bare'),
    calls_per_second: { bare: rate('bare'), models: rate('models') },
    cpu_ms_per_call: { bare: cpu('bare'), models: cpu('models') },
  };
  return { figures, limits: { cpu_ratio: { max: MAX_CPU_RATIO } } };
}

function bareCall(url: string, dispatcher: Agent): Call {
  return async () => {
    const { body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: MESSAGES }),
    });
    await body.json();
  };
}

function modelsCall(url: string, egress: ReturnType<typeof createEgress>): Call {
  const { signal } = new AbortController();
  const options = { egress, credentials: noCredentials, deadlineMs: 30_000, retries: 3 };
  const endpoint = createEndpoint({ ...options, url, protocol: 'auto' });
  return async () => {
    const outcome = await endpoint.call({
      model: 'm',
      messages: MESSAGES,
      parameters: {},
      headers: { 'idempotency-key': 'k' },
      signal,
    });
    if (outcome.state === 'failed') throw new Error(outcome.error.message);
  };
}

async function measure(call: Call, calls: number): Promise<Measured> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await repeatCalls({ calls, concurrency: IN_FLIGHT }, call);
  const { user, system } = process.cpuUsage(cpu);
  return {
    callsPerSecond: calls / ((performance.now() - started) / 1000),
    cpuMsPerCall: (user + system) / 1000 / calls,
  };
}
