import { SD_FLOOR, Z_POWER_80 } from './constants.ts';
import { confidenceInterval, pValue, type Difference, type Interval } from './difference.ts';
import { standardErrorOfSum } from './standard-error.ts';
import { tQuantile } from './t-distribution.ts';

export interface VerdictCriteria {
  /** A change within ± this margin is no change worth reporting. */
  readonly margin: number;
  /** The probability of a false alarm. */
  readonly level: number;
}

interface MeasuredDifference {
  /** Candidate minus baseline. */
  readonly delta: number;
  readonly se: number | undefined;
  readonly p: number;
  /** Undefined if nothing varied and chance could still explain the difference. */
  readonly interval: Interval | undefined;
  /** Of the interval: 0.95, or more after a correction for several scenarios. */
  readonly confidence: number;
}

interface ConclusiveVerdict extends MeasuredDifference {
  readonly result: 'regressed' | 'improved' | 'same';
}

interface InconclusiveVerdict extends MeasuredDifference {
  readonly result: 'inconclusive';
  /** A true change of this size would have been found four times in five. */
  readonly smallestDetectable: number | undefined;
  /** So many more attempts (in general: scenarios) on each side would probably give a conclusive verdict. */
  readonly additional: number | undefined;
}

export type Verdict = ConclusiveVerdict | InconclusiveVerdict;

/** The standard error of the mean of a run, and how many attempts at how many scenarios it comes from. */
export interface RunNoise {
  readonly se: number;
  readonly attempts: number;
  readonly scenarios: number;
}

/** 1.96 for the interval and 0.84 for a power of 80 %. */
const DETECTABLE_STANDARD_ERRORS = 2.8;

/** More attempts than this are not worth suggesting. */
const MAX_ADDITIONAL = 10_000;

export function decideVerdict(difference: Difference, criteria: VerdictCriteria): Verdict {
  const interval = confidenceInterval(difference, criteria.level);
  const se = standardErrorOfDelta(difference);
  const measured: MeasuredDifference = {
    delta: difference.delta,
    se,
    p: pValue(difference),
    interval,
    confidence: 1 - criteria.level,
  };
  const result = interval && resultFor(interval, criteria.margin);
  if (result !== undefined) return { ...measured, result };
  return {
    ...measured,
    result: 'inconclusive',
    smallestDetectable: se === undefined ? undefined : DETECTABLE_STANDARD_ERRORS * se,
    additional: additionalAttempts(difference, criteria),
  };
}

/**
 * The smallest change of a mean that a comparison with this baseline would probably find (4 times in 5),
 * if the new run is as noisy. Undefined with one attempt on a side.
 */
export function detectableChange(baseline: RunNoise, attempts: number): number | undefined {
  if (baseline.attempts < 2 || attempts < 2) return undefined;
  const floor = SD_FLOOR / Math.sqrt(baseline.attempts * baseline.scenarios);
  const before = Math.max(baseline.se, floor);
  const after = before * Math.sqrt(baseline.attempts / attempts);
  const df = baseline.scenarios * (baseline.attempts + attempts - 2);
  return (tQuantile(df) + Z_POWER_80) * Math.hypot(before, after);
}

/** A change that is certain is reported even if it is smaller than the margin. */
function resultFor([low, high]: Interval, margin: number): ConclusiveVerdict['result'] | undefined {
  if (high < 0) return 'regressed';
  if (low > 0) return 'improved';
  return -margin <= low && high <= margin ? 'same' : undefined;
}

function standardErrorOfDelta(difference: Difference): number | undefined {
  if (difference.kind === 'constant') return undefined;
  return standardErrorOfSum(difference.samples).se / difference.divisor;
}

/**
 * How many more attempts (in general: scenarios) on each side would probably make an inconclusive
 * difference conclusive, if it and its noise stay the same: with a power of 80 %, either 0 or everything
 * beyond the margin would be excluded, whichever is nearer. Undefined if no sensible number would.
 */
function additionalAttempts(difference: Difference, criteria: VerdictCriteria): number | undefined {
  if (!isConclusive(difference, criteria, MAX_ADDITIONAL)) return undefined;
  let high = 1;
  while (!isConclusive(difference, criteria, high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isConclusive(difference, criteria, middle)) high = middle;
    else low = middle;
  }
  return high;
}

function isConclusive(
  difference: Difference,
  { margin, level }: VerdictCriteria,
  additional: number,
): boolean {
  if (difference.kind === 'constant') return difference.chance(additional) <= level;
  const delta = Math.abs(difference.delta);
  const larger = difference.samples.map(({ n, variance }) => ({ n: n + additional, variance }));
  const { se, df } = standardErrorOfSum(larger);
  const reach = ((tQuantile(df, level) + Z_POWER_80) * se) / difference.divisor;
  return reach <= Math.max(delta, margin - delta);
}
