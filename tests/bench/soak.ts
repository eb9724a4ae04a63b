import { mean } from '@fairtrial/statistics';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { startService } from './processes.ts';
import { repeatCalls } from './repeat-calls.ts';
import type { Options, Report } from './report.ts';

/** Each request takes about 0.1 s. */
const FULL = { calls: 60_000, concurrency: 12, sampleMs: 5000 };
const SHORT = { calls: 3000, concurrency: 24, sampleMs: 250 };
/** Share of the samples taken while warming up; they are dropped. */
const WARM_UP_SHARE = 0.4;
/** Memory at the end, in multiples of that after the warm-up. */
const MAX_GROWTH = 1.3;
const BODY = JSON.stringify({
  messages: [{ type: 'human', content: 'Hello, how are you today?' }],
});

interface Counts {
  answered: number;
  abandoned: number;
  readonly faults: string[];
}

/** Measures whether the memory of the agent backend grows during ten minutes of ordinary traffic. */
export async function measureSoak({ short }: Options): Promise<Report> {
  const { sampleMs, ...load } = short ? SHORT : FULL;
  await using simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '10-200' });
  await using agent = await startService('agent', { HUB_BASE_URL: `${simulator.url}/v1` });
  const counts: Counts = { answered: 0, abandoned: 0, faults: [] };
  const samples: { readonly minutes: number; readonly megabytes: number }[] = [];
  const started = performance.now();
  const sampler = setInterval(() => {
    const minutes = (performance.now() - started) / 60_000;
    samples.push({ minutes, megabytes: readResidentMegabytes(agent.pid) });
    if (samples.length % 12 === 0)
      console.error(samples.at(-1), counts.answered, counts.faults.length);
  }, sampleMs);
  const dispatcher = new Agent();
  let n = 0;
  await repeatCalls(load, () => play(agent.url, { n: n++, dispatcher, counts }));
  clearInterval(sampler);
  await dispatcher.close();
  const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const megabytes = settled.map((sample) => sample.megabytes);
  return {
    figures: {
      requests: load.calls,
      answered: counts.answered,
      abandoned: counts.abandoned,
      rss_megabytes: megabytes.at(-1),
      rss_ratio: (megabytes.at(-1) ?? NaN) / (megabytes[0] ?? NaN),
      rss_slope_mb_per_minute: slopePerMinute(settled),
    },
    limits: { answered: { min: 0.9 * load.calls }, rss_ratio: { max: MAX_GROWTH } },
    faults: [...counts.faults.slice(0, 3), ...(agent.errors().match(/Warning: .*/g) ?? [])],
  };
}

interface Exchange {
  readonly n: number;
  readonly dispatcher: Agent;
  readonly counts: Counts;
}

/** Every other request is a stream; one in ten hangs up, before or after the first token. */
async function play(url: string, { n, dispatcher, counts }: Exchange): Promise<void> {
  const caller = new AbortController();
  const leaves = n % 10 === 7;
  if (leaves) setTimeout(() => caller.abort(), n % 250).unref();
  try {
    const { statusCode, body } = await request(n % 2 === 0 ? url : `${url}/?stream=true`, {
      dispatcher,
      method: 'POST',
      headers: { 'x-model-id': 'sim/echo' },
      body: BODY,
      signal: caller.signal,
    });
    const text = await body.text();
    if (statusCode === 200) counts.answered += 1;
    else counts.faults.push(`${statusCode} ${text.slice(0, 200)}`);
  } catch (thrown) {
    if (caller.signal.aborted) counts.abandoned += 1;
    else counts.faults.push(String(thrown));
  }
}

function readResidentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Least-squares slope. */
function slopePerMinute(samples: readonly { minutes: number; megabytes: number }[]): number {
  const x = mean(samples.map(({ minutes }) => minutes));
  const y = mean(samples.map(({ megabytes }) => megabytes));
  const above = samples.reduce((sum, one) => sum + (one.minutes - x) * (one.megabytes - y), 0);
  return above / samples.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0);
}
