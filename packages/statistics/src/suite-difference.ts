import { chanceOfConstants } from './chance-of-constants.ts';
import type { Difference } from './difference.ts';
import { mean } from './mean.ts';
import { isConstant, isSame, SD_FLOOR } from './noise-floor.ts';
import type { Stratum } from './satterthwaite.ts';
import { deltaOf, type ScenarioPair } from './scenario-pair.ts';
import { variance } from './variance.ts';

/**
 * What changed on exactly these scenarios: the mean of their differences, with the noise of the
 * attempts. One scenario alone is Welch's t. Undefined where a side has one attempt, which says
 * nothing of its noise.
 */
export function suiteDifference(pairs: readonly ScenarioPair[]): Difference | undefined {
  const enough = pairs.every((pair) => pair.baseline.length > 1 && pair.candidate.length > 1);
  if (pairs.length === 0 || !enough) return undefined;
  const delta = mean(pairs.map(deltaOf));
  if (pairs.every(isSettled)) {
    const open = pairs.filter((pair) => !isCertain(pair) && !isSame(deltaOf(pair), 0)).length;
    const chance = (more: number): number =>
      chanceOfConstants({ pairs: pairs.map((pair) => sizesOf(pair, more)), changed: open });
    // Exactly means that floating-point dust is no change.
    return { kind: 'constant', delta: isSame(delta, 0) ? 0 : delta, chance };
  }
  return { kind: 'noisy', delta, strata: pairs.flatMap(strataOf), groups: pairs.length };
}

function isSettled({ baseline, candidate }: ScenarioPair): boolean {
  return isConstant(baseline) && isConstant(candidate);
}

function isCertain(pair: ScenarioPair): boolean {
  return pair.sameReplies === true && isSettled(pair);
}

function sizesOf({ baseline, candidate }: ScenarioPair, more: number): readonly [number, number] {
  return [baseline.length + more, candidate.length + more];
}

function strataOf(pair: ScenarioPair): readonly Stratum[] {
  if (isCertain(pair)) return [];
  return [pair.baseline, pair.candidate].map((attempts) => ({
    n: attempts.length,
    variance: Math.max(variance(attempts) ?? 0, SD_FLOOR ** 2),
  }));
}
