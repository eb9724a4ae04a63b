import { holm } from './holm.ts';
import { pValue } from './p-value.ts';
import type { ScenarioPair } from './scenario-pair.ts';
import { suiteDifference } from './suite-difference.ts';

/**
 * Which scenarios changed beyond noise, in their order: what `compareScenarios` calls regressed and improved,
 * without the intervals and what would settle the rest, which cost a hundred times as much.
 */
export function changedScenarios(
  pairs: readonly ScenarioPair[],
): readonly ('regressed' | 'improved' | undefined)[] {
  const differences = pairs.map((pair) => suiteDifference([pair]));
  const tested = differences.flatMap((difference, at) =>
    difference === undefined ? [] : [{ at, delta: difference.delta, p: pValue(difference) }],
  );
  const changes: ('regressed' | 'improved' | undefined)[] = pairs.map(() => undefined);
  for (const [rank, { level }] of holm(tested.map(({ p }) => p)).entries()) {
    const one = tested[rank];
    if (one && one.p <= level) changes[one.at] = one.delta < 0 ? 'regressed' : 'improved';
  }
  return changes;
}
