import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startService } from './start-service.ts';

const PER_SECOND = 100;
const REQUESTS = Number(process.env['SOAK_REQUESTS'] ?? 60_000);
/** The share of the samples that is left to warming up. */
const WARM = 0.4;
const BODY = JSON.stringify({
  messages: [{ type: 'human', content: 'Hello, how are you today?' }],
});

interface Ends {
  answered: number;
  abandoned: number;
  readonly faults: string[];
}

/** Ten minutes of ordinary life: does the agent backend grow? */
export async function measureSoak(): Promise<object> {
  const simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '10-200' });
  const agent = await startService('agent', { HUB_BASE_URL: `${simulator.url}/v1` });
  const ends: Ends = { answered: 0, abandoned: 0, faults: [] };
  const samples: { readonly minutes: number; readonly megabytes: number }[] = [];
  const started = performance.now();
  const sampler = setInterval(() => {
    const minutes = (performance.now() - started) / 60_000;
    samples.push({ minutes, megabytes: residentOf(agent.process) });
    if (samples.length % 12 === 0) console.error(samples.at(-1), ends.answered, ends.faults.length);
  }, 5000);
  const dispatcher = new Agent();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    sent.push(play(agent.url, { n, dispatcher, ends }));
    const due = started + ((n + 1) * 1000) / PER_SECOND;
    if (due > performance.now()) await wait(due - performance.now());
  }
  await Promise.all(sent);
  clearInterval(sampler);
  await dispatcher.close();
  for (const child of [agent.process, simulator.process]) child.kill();
  const settled = samples.slice(Math.floor(samples.length * WARM));
  return {
    bench: 'soak',
    requests: REQUESTS,
    answered: ends.answered,
    abandoned: ends.abandoned,
    faults: ends.faults.slice(0, 3),
    rss_megabytes: settled.at(-1)?.megabytes,
    rss_slope_mb_per_minute: Math.round(slopeOf(settled) * 1000) / 1000,
    warnings: agent.errors().match(/Warning: .*/g) ?? [],
  };
}

interface Exchange {
  readonly n: number;
  readonly dispatcher: Agent;
  readonly ends: Ends;
}

/** Every other one is a stream; one in ten hangs up, before or after the first token. */
async function play(url: string, { n, dispatcher, ends }: Exchange): Promise<void> {
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
    if (statusCode === 200) ends.answered += 1;
    else ends.faults.push(`${statusCode} ${text.slice(0, 200)}`);
  } catch (thrown) {
    if (caller.signal.aborted) ends.abandoned += 1;
    else ends.faults.push(String(thrown));
  }
}

function residentOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Least squares. */
function slopeOf(samples: readonly { minutes: number; megabytes: number }[]): number {
  const mean = (of: (one: (typeof samples)[number]) => number): number =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const x = mean((one) => one.minutes);
  const y = mean((one) => one.megabytes);
  const above = samples.reduce((sum, one) => sum + (one.minutes - x) * (one.megabytes - y), 0);
  return above / samples.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0);
}
