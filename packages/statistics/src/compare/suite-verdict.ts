import { SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import { detectableStandardErrors } from '../math/noncentral-t.ts';
import { normalProbability } from '../math/t-distribution.ts';
import {
  confidenceInterval,
  pValue,
  reach,
  withRuns,
  type Difference,
  type Interval,
} from './difference.ts';
import type { BetweenRuns } from './between-runs.ts';

export type SuiteResult =
  | 'regressed'
  | 'slightly_worse'
  | 'same'
  | 'slightly_better'
  | 'improved'
  | 'inconclusive';

export interface SuiteVerdict {
  readonly result: SuiteResult;
  /** Candidate minus baseline. */
  readonly delta: number;
  /** `undefined` if nothing varied. */
  readonly se: number | undefined;
  readonly p: number;
  readonly interval: Interval | undefined;
  /** Confidence level of the interval. */
  readonly confidence: number;
  /** A true change of about this size would be found with 80 % power. */
  readonly smallestDetectable: number | undefined;
  /**
   * With this many additional attempts per scenario (general verdict: additional scenarios), two new runs would be
   * conclusive with a probability of 80 %. `undefined` if the verdict is already conclusive, or if 10,000 are not
   * enough.
   */
  readonly additional: number | undefined;
}

/** Two-sided level of the interval that must lie inside the margin for `same`: two one-sided tests at 5 %. */
const SAME_LEVEL = 2 * SIGNIFICANCE_LEVEL;

const WANTED_PROBABILITY = 0.8;

/** Larger numbers of attempts are not worth suggesting. */
const MAX_ADDITIONAL = 10_000;

/**
 * Decides the verdict on a suite. `differenceAfter` returns the expected difference with this many additional attempts
 * (general verdict: scenarios); 0 for the measured one.
 */
export function decideSuite(
  differenceAfter: (additional: number) => Difference,
  margin: number,
): SuiteVerdict {
  const difference = differenceAfter(0);
  const interval = confidenceInterval(difference, SIGNIFICANCE_LEVEL);
  const result = suiteResult(difference, margin);
  return {
    result,
    delta: difference.delta,
    se: standardError(difference),
    p: pValue(difference),
    interval,
    confidence: 1 - SIGNIFICANCE_LEVEL,
    smallestDetectable: smallestDetectable(difference, SIGNIFICANCE_LEVEL),
    additional: result === 'inconclusive' ? findAdditional(differenceAfter, margin) : undefined,
  };
}

function suiteResult(difference: Difference, margin: number): SuiteResult {
  const interval = confidenceInterval(difference, SIGNIFICANCE_LEVEL);
  if (interval === undefined) return 'inconclusive';
  const isSmall = isInside(interval, margin);
  if (interval[1] < 0) return isSmall ? 'slightly_worse' : 'regressed';
  if (interval[0] > 0) return isSmall ? 'slightly_better' : 'improved';
  const narrow = confidenceInterval(difference, SAME_LEVEL);
  return narrow !== undefined && isInside(narrow, margin) ? 'same' : 'inconclusive';
}

export function isInside([low, high]: Interval, margin: number): boolean {
  return -margin <= low && high <= margin;
}

/** Uses the most conservative noise estimate; `undefined` if nothing varied. */
export function standardError({ delta, noise }: Difference): number | undefined {
  const errors = noise.map((estimate) => Math.sqrt(estimate(Math.abs(delta)).variance));
  return errors.length === 0 ? undefined : Math.max(...errors);
}

/** Returns the true change that would be found with 80 % power at this level; `undefined` if nothing varied. */
export function smallestDetectable({ noise }: Difference, level: number): number | undefined {
  return reach(noise, (df) => detectableStandardErrors(df, level));
}

/** `undefined` if `MAX_ADDITIONAL` is not enough. */
function findAdditional(
  differenceAfter: (additional: number) => Difference,
  margin: number,
): number | undefined {
  const se = standardError(differenceAfter(0));
  if (se === undefined) return undefined;
  const settles = (additional: number): boolean =>
    probabilityOfSettling(differenceAfter(additional), se, margin) >= WANTED_PROBABILITY;
  if (!settles(MAX_ADDITIONAL)) return undefined;
  let high = 1;
  while (!settles(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (settles(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Probability of a conclusive verdict from two new runs with this noise. The true change is distributed around `delta`
 * with the standard error of the original comparison, and the new runs scatter around it.
 */
function probabilityOfSettling(later: Difference, se: number, margin: number): number {
  const laterError = standardError(later) ?? 0;
  const [low, high] = confidenceInterval(later, SIGNIFICANCE_LEVEL) ?? [-1, 1];
  const [sameLow, sameHigh] = confidenceInterval(later, SAME_LEVEL) ?? [-1, 1];
  const half = (high - low) / 2;
  const sameHalf = margin - (sameHigh - sameLow) / 2;
  const spread = Math.hypot(se, laterError);
  const within = (distance: number): number =>
    distance <= 0
      ? 0
      : normalProbability((distance - later.delta) / spread) -
        normalProbability((-distance - later.delta) / spread);
  // With little noise the two ranges overlap, and every difference is conclusive.
  return sameHalf >= half ? 1 : 1 - within(half) + within(sameHalf);
}

/** Standard error of a run's mean, with the attempts per scenario and scenarios it is based on. */
export interface RunNoise {
  readonly se: number;
  readonly attempts: number;
  readonly scenarios: number;
}

/**
 * Returns the smallest change of the mean that a comparison with this baseline finds with 80 % power if the new run is
 * equally noisy. `undefined` with one attempt on a side. A run without any variance is treated as if one more attempt
 * had failed.
 */
export function detectableChange(
  baseline: RunNoise,
  attempts: number,
  between?: BetweenRuns,
): number | undefined {
  if (baseline.attempts < 2 || attempts < 2) return undefined;
  const before = baseline.se > 0 ? baseline.se : 1 / (baseline.attempts * baseline.scenarios + 1);
  const after = before * Math.sqrt(baseline.attempts / attempts);
  const df = baseline.scenarios * (baseline.attempts + attempts - 2);
  const noise = withRuns([() => ({ variance: before ** 2 + after ** 2, df })], between);
  return reach(noise, (all) => detectableStandardErrors(all, SIGNIFICANCE_LEVEL));
}
