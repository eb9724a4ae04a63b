import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { track } from '../processes.ts';
import { createCallers, type Ends } from './callers.ts';
import type { QuietAgent } from './start-agent.ts';

/** Enough to keep an agent busy with each waiting for its answer. */
const LANES = 96;
const WARM_UP_SECONDS = 3;
const PEAK_SECONDS = 4;

export interface Overload {
  /** Answers a second, as a share of the peak. */
  readonly goodput: number;
  readonly ends: Ends;
  /** Milliseconds that `/livez` took meanwhile, by the clock and of the agent's processor time. */
  readonly livez: Quantiles & { readonly cpu: Quantiles };
}

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Answers a second with enough callers, who each wait for theirs. */
export async function measurePeak(url: string): Promise<number> {
  await using callers = createCallers(url);
  const play = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) await callers.send();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };
  await play(WARM_UP_SECONDS);
  const before = callers.ends.answered;
  await play(PEAK_SECONDS);
  return (callers.ends.answered - before) / PEAK_SECONDS;
}

/** Three times the peak for so many seconds, while another process asks whether the agent lives. */
export async function overload(
  { url, pid }: QuietAgent,
  peak: number,
  seconds: number,
): Promise<Overload> {
  const file = fileURLToPath(new URL('probe.ts', import.meta.url));
  const child = spawn(process.execPath, [file, url, String(pid)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await using probe = track(child);
  const report = text(child.stdout);
  await using callers = createCallers(url);
  await sendAtRate(() => callers.send(), 3 * peak, seconds);
  await probe[Symbol.asyncDispose](); // it reports when it is ended
  const livez = JSON.parse(await report) as Overload['livez'];
  return { goodput: callers.ends.answered / seconds / peak, ends: callers.ends, livez };
}

/** So many requests a second, whether they are answered or not. */
async function sendAtRate(send: () => Promise<void>, rate: number, seconds: number): Promise<void> {
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (;;) {
    const elapsed = (performance.now() - started) / 1000;
    if (elapsed >= seconds) break;
    while (sent.length < elapsed * rate) sent.push(send());
    await wait(2);
  }
  await Promise.all(sent);
}
