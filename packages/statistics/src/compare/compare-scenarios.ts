import { DEFAULT_MARGIN, SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import type { BetweenRuns } from './between-runs.ts';
import {
  confidenceInterval,
  pValue,
  scenarioDifference,
  type Difference,
  type Interval,
} from './difference.ts';
import { isScoredInBoth, samplePair, type ScenarioPair } from './scenario-pair.ts';
import { isInside, smallestDetectable, standardError } from './suite-verdict.ts';

export interface ScenarioVerdict {
  readonly result: 'regressed' | 'improved' | 'no_change_found';
  /** Candidate minus baseline. */
  readonly delta: number;
  /** `undefined` if all attempts are alike on each side. */
  readonly se: number | undefined;
  /** Before correction for multiple comparisons. */
  readonly p: number;
  /** After Holm correction over all scenarios. */
  readonly adjustedP: number;
  /** `undefined` if all attempts are alike on each side. */
  readonly interval: Interval | undefined;
  /** Confidence level of the interval: 0.95, or higher after correction for several scenarios. */
  readonly confidence: number;
  /** A true change of about this size would be found with 80 % power. */
  readonly smallestDetectable: number | undefined;
}

export interface CompareScenariosOptions {
  /** Changes within ± this margin are not reported; `DEFAULT_MARGIN` if absent. */
  readonly margin?: number;
  /** Family-wise error rate; `SIGNIFICANCE_LEVEL` if absent. */
  readonly level?: number;
  readonly between?: BetweenRuns | undefined;
}

type ScenarioChange = 'regressed' | 'improved' | undefined;

interface TestedScenario {
  readonly difference: Difference;
  readonly p: number;
  readonly adjusted: number;
  readonly level: number;
}

/**
 * Returns the attempts per side that a scenario verdict requires with this many scenarios, at this error rate. A model that gives one of
 * two scores at random produces constant but different sides with a probability of up to 2 · 4⁻ⁿ, however little the
 * attempts vary otherwise. With fewer attempts, this is too likely to happen in at least one scenario.
 */
export function minScenarioAttempts(scenarios: number, level = SIGNIFICANCE_LEVEL): number {
  return Math.max(2, Math.ceil(Math.log2((2 / level) * Math.max(1, scenarios)) / 2));
}

/**
 * Returns a verdict for every scenario, in input order; `undefined` if a side has too few attempts. The result follows
 * the Holm correction, and the interval has the level at which Holm tested the scenario (`confidence`), so that they
 * never disagree. Changes whose interval lies inside the margin are not reported.
 */
export function compareScenarios(
  pairs: readonly ScenarioPair[],
  { margin = DEFAULT_MARGIN, ...options }: CompareScenariosOptions = {},
): readonly (ScenarioVerdict | undefined)[] {
  return testScenarios(pairs, options).map((tested) => {
    if (tested === undefined) return undefined;
    const { difference, p, adjusted, level } = tested;
    return {
      result: findChange(tested, margin) ?? 'no_change_found',
      delta: difference.delta,
      se: standardError(difference),
      p,
      adjustedP: adjusted,
      interval: confidenceInterval(difference, level),
      confidence: 1 - level,
      smallestDetectable: smallestDetectable(difference, level),
    };
  });
}

/**
 * Returns the significant change of every scenario, in input order: the same `regressed` and `improved` as
 * `compareScenarios` at this level, without the rest of the verdict.
 */
export function findChangedScenarios(
  pairs: readonly ScenarioPair[],
  level: number,
): readonly ScenarioChange[] {
  return testScenarios(pairs, { level }).map(
    (tested) => tested && findChange(tested, DEFAULT_MARGIN),
  );
}

function testScenarios(
  pairs: readonly ScenarioPair[],
  { level = SIGNIFICANCE_LEVEL, between }: CompareScenariosOptions,
): readonly (TestedScenario | undefined)[] {
  const least = minScenarioAttempts(pairs.filter(isScoredInBoth).length);
  const tested = pairs.map((pair) => {
    const sampled = samplePair(pair);
    if (sampled === undefined || Math.min(sampled.baseline.n, sampled.candidate.n) < least) {
      return undefined;
    }
    const difference = scenarioDifference(sampled, between);
    return { difference, p: pValue(difference) };
  });
  const corrected = holm(
    tested.flatMap((each) => each?.p ?? []),
    level,
  ).values();
  return tested.map((each) => {
    const result = each && corrected.next().value;
    return each && result && { ...each, ...result };
  });
}

/** The change of a scenario that Holm tested at this level; `undefined` if it is not significant or inside the margin. */
export function findChange(
  { difference, p, level }: Pick<TestedScenario, 'difference' | 'p' | 'level'>,
  margin: number,
): ScenarioChange {
  if (p > level) return undefined;
  const { delta } = difference;
  const interval = confidenceInterval(difference, level) ?? [delta, delta];
  if (isInside(interval, margin)) return undefined;
  return delta < 0 ? 'regressed' : 'improved';
}

interface HolmResult {
  /** p-value after Holm correction: at most alpha if and only if Holm finds it significant. */
  readonly adjusted: number;
  /**
   * Level of the matching interval: alpha / (m − i) for the i-th smallest of m p-values while Holm continues, and the
   * level at which it stopped for all later ones. At this level an interval excludes 0 if and only if Holm finds the
   * difference significant; a plain 95 % interval would exclude it too often.
   */
  readonly level: number;
}

/** Holm's step-down correction: in a family of tests, the probability of any false positive is at most `alpha`. */
export function holm(
  pValues: readonly number[],
  alpha = SIGNIFICANCE_LEVEL,
): readonly HolmResult[] {
  const family = pValues.length;
  const ranked = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const results: HolmResult[] = [];
  let adjusted = 0;
  let stoppedAt: number | undefined;
  for (const [rank, { p, index }] of ranked.entries()) {
    adjusted = Math.max(adjusted, Math.min(1, p * (family - rank)));
    const level = stoppedAt ?? alpha / (family - rank);
    if (p > level) stoppedAt ??= level;
    results[index] = { adjusted, level };
  }
  return results;
}
