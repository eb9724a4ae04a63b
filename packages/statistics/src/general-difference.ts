import type { Difference } from './difference.ts';
import { mean } from './mean.ts';
import { isConstant, isSame, SD_FLOOR } from './noise-floor.ts';
import { deltaOf, type ScenarioPair } from './scenario-pair.ts';
import { variance } from './variance.ts';

/** Fewer signs than this cannot reach 5 %: all alike, five of them come by chance once in sixteen. */
const ENOUGH_SIGNS = 6;

/**
 * What would change on other scenarios like these: the paired t test on the scenarios' differences.
 * Undefined below two scenarios. Few scenarios that all differ by the very same amount (all fell from
 * 1 to 0) have no spread for t to work with; there the signs decide.
 */
export function generalDifference(pairs: readonly ScenarioPair[]): Difference | undefined {
  const deltas = pairs.map(deltaOf);
  const spread = variance(deltas);
  if (spread === undefined) return undefined;
  const delta = mean(deltas);
  const n = deltas.length;
  if (n < ENOUGH_SIGNS && isConstant(deltas) && !isSame(delta, 0)) {
    return { kind: 'constant', delta, chance: (more) => 2 ** (1 - n - more) };
  }
  const strata = [{ n, variance: Math.max(spread, SD_FLOOR ** 2) }];
  return { kind: 'noisy', delta, strata, groups: 1 };
}
