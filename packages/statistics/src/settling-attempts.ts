import type { Difference } from './difference.ts';
import { satterthwaite } from './satterthwaite.ts';
import { tQuantile } from './t-quantile.ts';

export interface Criteria {
  /** What counts as no change worth speaking of. */
  readonly margin: number;
  /** The probability of a false alarm. */
  readonly level: number;
}

/** The normal quantile of a power of 80 %. */
const POWER_80 = 0.8416;

/** Beyond this nobody would run them. */
const MOST = 10_000;

/**
 * How many more attempts (in general: scenarios) on each side would probably settle an inconclusive
 * difference, should it and its noise stay what they are: with a power of 80 %, either 0 or everything
 * beyond the margin would be excluded, whichever is nearer. Undefined where no sensible number would.
 */
export function settlingAttempts(difference: Difference, criteria: Criteria): number | undefined {
  if (!settles(difference, criteria, MOST)) return undefined;
  let high = 1;
  while (!settles(difference, criteria, high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (settles(difference, criteria, middle)) high = middle;
    else low = middle;
  }
  return high;
}

function settles(difference: Difference, { margin, level }: Criteria, more: number): boolean {
  if (difference.kind === 'constant') return difference.chance(more) <= level;
  const delta = Math.abs(difference.delta);
  const larger = difference.strata.map(({ n, variance }) => ({ n: n + more, variance }));
  const { se, df } = satterthwaite(larger);
  const reach = ((tQuantile(df, level) + POWER_80) * se) / difference.groups;
  return reach <= Math.max(delta, margin - delta);
}
