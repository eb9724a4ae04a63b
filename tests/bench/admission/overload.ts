import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { track } from '../processes.ts';
import { createCallers, type Callers, type Ends } from './callers.ts';
import type { QuietAgent } from './start-agent.ts';

/** Callers that keep an agent busy although each waits for its answer. */
const LANES = 96;
const WARM_UP_SECONDS = 3;
const PEAK_SECONDS = 4;

export interface Overload {
  /** Answers per second of the agent's processor time, as a share of the peak. */
  readonly goodput: number;
  readonly ends: Ends;
  /** Latency of `/livez` during the overload in milliseconds, by wall clock and by processor time of the agent. */
  readonly livez: Quantiles & { readonly cpu: Quantiles };
}

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Returns the answers per second of the agent's processor time with enough callers that each wait for their answer. */
export async function measurePeak({ url, cpuMs }: QuietAgent): Promise<number> {
  await using callers = createCallers(url);
  const play = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) await callers.send();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };
  await play(WARM_UP_SECONDS);
  const before = { answered: callers.ends.answered, cpu: cpuMs() };
  await play(PEAK_SECONDS);
  return ((callers.ends.answered - before.answered) / (cpuMs() - before.cpu)) * 1000;
}

/** Sends three times the peak load for `seconds` while another process probes `/livez`. */
export async function overload(
  agent: QuietAgent,
  peak: number,
  seconds: number,
): Promise<Overload> {
  const file = fileURLToPath(new URL('probe.ts', import.meta.url));
  const child = spawn(process.execPath, [file, agent.url, String(agent.pid)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await using probe = track(child);
  const report = text(child.stdout);
  await using callers = createCallers(agent.url);
  const started = agent.cpuMs();
  await sendAtRate(agent, callers, { perCpuSecond: 3 * peak, seconds });
  const cpuSeconds = (agent.cpuMs() - started) / 1000;
  await probe[Symbol.asyncDispose](); // the probe reports when it is stopped
  const livez = JSON.parse(await report) as Overload['livez'];
  return { goodput: callers.ends.answered / cpuSeconds / peak, ends: callers.ends, livez };
}

/**
 * Open-loop load: sends requests at a rate per second of the agent's processor time, independent of answers. A rate by
 * wall clock would be an overload of unknown size, because it depends on how much of the machine the agent gets.
 */
async function sendAtRate(
  { cpuMs }: QuietAgent,
  callers: Callers,
  { perCpuSecond, seconds }: { readonly perCpuSecond: number; readonly seconds: number },
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const started = cpuMs();
  const sent: Promise<void>[] = [];
  let ended = 0;
  const send = async (): Promise<void> => {
    await callers.send();
    ended += 1;
  };
  while (performance.now() < end) {
    // An agent without requests uses no processor time, so some are always in progress.
    const due = Math.max(((cpuMs() - started) / 1000) * perCpuSecond, ended + LANES);
    while (sent.length < due) sent.push(send());
    await wait(2);
  }
  await Promise.all(sent);
}
