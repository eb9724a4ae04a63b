import type { Difference } from './difference.ts';
import { satterthwaite } from './satterthwaite.ts';
import { tProbability } from './t-probability.ts';

/** How probable a difference of at least this size is where there is none; two-sided. */
export function pValue(difference: Difference): number {
  if (difference.kind === 'constant') {
    return difference.delta === 0 ? 1 : difference.chance(0);
  }
  const { se, df } = satterthwaite(difference.strata);
  return tProbability((difference.delta * difference.groups) / se, df);
}
