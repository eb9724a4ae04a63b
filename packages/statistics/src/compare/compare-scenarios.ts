import { DEFAULT_MARGIN, SIGNIFICANCE_LEVEL } from '@assay/contracts/plain';
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
  /** Undefined if all attempts are alike on each side. */
  readonly se: number | undefined;
  /** The scenario's own. */
  readonly p: number;
  /** After Holm's correction over the scenarios. */
  readonly adjustedP: number;
  /** Undefined if all attempts are alike on each side. */
  readonly interval: Interval | undefined;
  /** Of the interval: 0.95, or more after the correction for several scenarios. */
  readonly confidence: number;
  /** A true change of about this size would have been found four times in five. */
  readonly smallestDetectable: number | undefined;
}

export interface CompareScenariosOptions {
  /** A change within ± this margin is no change worth reporting; `DEFAULT_MARGIN` if not given. */
  readonly margin?: number;
  /** The probability of any false verdict; `SIGNIFICANCE_LEVEL` if not given. */
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
 * How many attempts a side a verdict on a scenario takes, among so many scenarios. A model that gives one of two
 * scores at random is all alike on each side with a probability of up to 2 · 4⁻ⁿ, however little the attempts
 * vary otherwise; with fewer attempts that is too probable in one scenario of them all.
 */
export function minScenarioAttempts(scenarios: number): number {
  return Math.max(2, Math.ceil(Math.log2((2 / SIGNIFICANCE_LEVEL) * Math.max(1, scenarios)) / 2));
}

/**
 * A verdict on every scenario, in their order; undefined if a side has too few attempts. The result follows Holm's
 * correction, and the interval is shown at the level at which Holm looked at the scenario (`confidence`), so
 * that the two never disagree. A change whose interval lies inside the margin is not reported.
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
 * The change of every scenario beyond noise, in their order: regressed and improved exactly as `compareScenarios`
 * says at this level, without the rest of the verdict.
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

function findChange({ difference, p, level }: TestedScenario, margin: number): ScenarioChange {
  if (p > level) return undefined;
  const { delta } = difference;
  const interval = confidenceInterval(difference, level) ?? [delta, delta];
  if (isInside(interval, margin)) return undefined;
  return delta < 0 ? 'regressed' : 'improved';
}

interface HolmResult {
  /** The p-value after Holm's correction: at most alpha exactly if Holm calls it significant. */
  readonly adjusted: number;
  /**
   * The level of the interval that says the same: alpha / (m − i) for the i-th smallest of m while Holm
   * continues, and the level at which it stopped for all from there. At that level an interval excludes 0
   * exactly if Holm calls the difference significant; at a plain 95 % it would exclude it too often.
   */
  readonly level: number;
}

/** Holm's step-down correction: in a family of tests, the probability of any false alarm is at most `alpha`. */
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
