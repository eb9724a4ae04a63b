import type { Random } from '@fairtrial/statistics';

/** Returns the time until a model starts its answer, in milliseconds. */
export type Latency = (random: Random) => number;

const FIXED = /^\d{1,6}(\.\d+)?$/;
const UNIFORM = /^(\d{1,6})-(\d{1,6})$/;
const LOG_NORMAL = /^lognormal:(\d{1,6}),(\d(?:\.\d+)?)$/;

/** Parses `20`, `10-50` (uniform) or `lognormal:200,0.5` (median and sigma); `undefined` for any other text. */
export function readLatency(text: string): Latency | undefined {
  if (FIXED.test(text)) return () => Number(text);
  const [, from, to] = UNIFORM.exec(text) ?? [];
  if (from !== undefined) return (random) => Number(from) + random() * (Number(to) - Number(from));
  const [, median, sigma] = LOG_NORMAL.exec(text) ?? [];
  if (median === undefined) return undefined;
  return (random) => Number(median) * Math.exp(Number(sigma) * standardNormal(random));
}

/** Box–Muller transform. */
function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
