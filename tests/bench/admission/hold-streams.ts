import { setTimeout as wait } from 'node:timers/promises';
import { eventLoopP99 } from '../agent/streams.ts';
import { createCallers } from './callers.ts';

/** Time in which streams start or are refused; not measured. */
const BEGIN_MS = 4000;
const MEASURE_MS = 2500;

export interface HeldStreams {
  readonly held: number;
  readonly refused: number;
  readonly event_loop_p99_ms: number;
}

/** Opens `count` streams at the same instant and measures the lateness of the event loop with the accepted ones. */
export async function holdStreams(url: string, count: number): Promise<HeldStreams> {
  await using callers = createCallers(url);
  const all = Promise.all(Array.from({ length: count }, () => callers.send('stream')));
  await wait(BEGIN_MS);
  await eventLoopP99(url); // resets the histogram
  await wait(MEASURE_MS);
  const { answered, refused, faults } = callers.ends;
  const held = count - answered - refused - faults.length;
  const figures = { held, refused, event_loop_p99_ms: await eventLoopP99(url) };
  await all;
  if (callers.ends.faults.length > 0) throw new Error(callers.ends.faults[0]);
  return figures;
}
