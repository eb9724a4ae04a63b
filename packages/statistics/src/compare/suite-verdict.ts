import { SIGNIFICANCE_LEVEL } from '@assay/contracts/plain';
import { detectableStandardErrors } from '../math/noncentral-t.ts';
import { normalProbability } from '../math/t-distribution.ts';
import { confidenceInterval, pValue, reach, type Difference, type Interval } from './difference.ts';

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
  /** Undefined if nothing varied. */
  readonly se: number | undefined;
  readonly p: number;
  readonly interval: Interval | undefined;
  /** Of the interval. */
  readonly confidence: number;
  /** A true change of about this size would have been found four times in five. */
  readonly smallestDetectable: number | undefined;
  /**
   * Two new runs with so many more attempts a scenario (in general: scenarios) would give another word than
   * inconclusive four times in five. Undefined if the word is another already, or none up to 10,000 would do.
   */
  readonly additional: number | undefined;
}

/** The two-sided level of the interval that must lie inside the margin for `same`: two tests at 5 %, one for each end. */
const SAME_LEVEL = 2 * SIGNIFICANCE_LEVEL;

const WANTED_PROBABILITY = 0.8;

/** More attempts than this are not worth suggesting. */
const MAX_ADDITIONAL = 10_000;

/**
 * The verdict on a suite. `differenceAfter` gives the difference that is expected with so many more attempts (in
 * general: scenarios), 0 for the one that was measured.
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

/** By the estimate of the noise that leaves the most doubt; undefined if nothing varied. */
export function standardError({ delta, noise }: Difference): number | undefined {
  const errors = noise.map((estimate) => Math.sqrt(estimate(Math.abs(delta)).variance));
  return errors.length === 0 ? undefined : Math.max(...errors);
}

/** The size of a true change that would be found four times in five at this level; undefined if nothing varied. */
export function smallestDetectable({ noise }: Difference, level: number): number | undefined {
  return reach(noise, (df) => detectableStandardErrors(df, level));
}

/** Undefined if no sensible number would do. */
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
 * The probability of a conclusive verdict from two new runs with this noise. The truth is about `delta`, by the
 * standard error of the comparison that was made, and the new runs scatter around the truth.
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
  // The two ranges overlap if the noise is small: every difference is conclusive then.
  return sameHalf >= half ? 1 : 1 - within(half) + within(sameHalf);
}
