import type { Difference } from './difference.ts';
import { satterthwaite } from './satterthwaite.ts';
import { tQuantile } from './t-quantile.ts';

export type Interval = readonly [number, number];

/**
 * The confidence interval of a difference; it excludes 0 exactly where the p-value is below `level`.
 * Where nothing varied it is the difference itself, or undefined while chance could still explain it:
 * there is no noise to estimate, and a width would be invented. Scores cannot differ by more than 1.
 */
export function intervalOf(difference: Difference, level: number): Interval | undefined {
  const { delta } = difference;
  if (difference.kind === 'constant') {
    return difference.chance(0) <= level ? [delta, delta] : undefined;
  }
  const { se, df } = satterthwaite(difference.strata);
  const half = (tQuantile(df, level) * se) / difference.groups;
  return [Math.max(-1, delta - half), Math.min(1, delta + half)];
}
