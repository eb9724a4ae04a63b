import { SD_FLOOR } from './constants.ts';
import { mean, variance } from './descriptive.ts';
import { regularisedBeta } from './special-functions.ts';
import { standardErrorOfSum, type SampleVariance } from './standard-error.ts';
import { tProbability, tQuantile } from './t-distribution.ts';

/** The means of the attempts at one scenario, in two runs. */
export interface ScenarioPair {
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
  /** Each run gave word for word the same replies in all its attempts, so a difference is certain. */
  readonly sameReplies?: boolean;
}

/** A difference of two means, and what is known about its noise. */
export type Difference =
  | {
      readonly kind: 'noisy';
      readonly delta: number;
      readonly samples: readonly SampleVariance[];
      /** `delta` is the sum of the samples' means, divided by this. */
      readonly divisor: number;
    }
  | {
      /** Nothing varied, so there is no noise to estimate. */
      readonly kind: 'constant';
      readonly delta: number;
      /** The largest probability of this outcome without a real difference, after so many more attempts. */
      readonly chance: (additional: number) => number;
    };

export type Interval = readonly [number, number];

/** With fewer scenarios that all change alike the sign test cannot reach 5 %: for five its p is 1/16. */
const MIN_SIGNS = 6;

/** Below this a difference of two scores is a rounding error. */
const ROUNDING_ERROR = 1e-12;

/** By how much the candidate's mean is above the baseline's. */
export function scenarioDelta({ baseline, candidate }: ScenarioPair): number {
  return mean(candidate) - mean(baseline);
}

/** True if both runs have a score of the scenario. */
export function isScoredInBoth({ baseline, candidate }: ScenarioPair): boolean {
  return baseline.length > 0 && candidate.length > 0;
}

/**
 * The change on exactly these scenarios: the mean of their differences, with the noise of the
 * attempts. One scenario alone is Welch's t. Undefined if a side has one attempt, which says
 * nothing about its noise.
 */
export function suiteDifference(pairs: readonly ScenarioPair[]): Difference | undefined {
  const areRepeated = pairs.every((pair) => pair.baseline.length > 1 && pair.candidate.length > 1);
  if (pairs.length === 0 || !areRepeated) return undefined;
  const delta = mean(pairs.map(scenarioDelta));
  if (pairs.every(hasConstantSides)) {
    const changed = pairs.filter(
      (pair) => !isCertain(pair) && !isEqual(scenarioDelta(pair), 0),
    ).length;
    const chance = (additional: number): number =>
      chanceOfConstants({
        sizes: pairs.map(({ baseline, candidate }) => [
          baseline.length + additional,
          candidate.length + additional,
        ]),
        changed,
      });
    // No noise: a rounding error must not count as a change.
    return { kind: 'constant', delta: isEqual(delta, 0) ? 0 : delta, chance };
  }
  return { kind: 'noisy', delta, samples: pairs.flatMap(samplesIn), divisor: pairs.length };
}

/**
 * The change to expect on other scenarios like these: the paired t test on the scenarios' differences.
 * Undefined below two scenarios. A few scenarios that all differ by the very same amount (all fell from
 * 1 to 0) have no spread for t to work with; then the signs decide.
 */
export function generalDifference(pairs: readonly ScenarioPair[]): Difference | undefined {
  const deltas = pairs.map(scenarioDelta);
  const spread = variance(deltas);
  if (spread === undefined) return undefined;
  const delta = mean(deltas);
  const n = deltas.length;
  if (n < MIN_SIGNS && isConstant(deltas) && !isEqual(delta, 0)) {
    return { kind: 'constant', delta, chance: (additional) => 2 ** (1 - n - additional) };
  }
  const samples = [{ n, variance: Math.max(spread, SD_FLOOR ** 2) }];
  return { kind: 'noisy', delta, samples, divisor: 1 };
}

/** The two-sided probability of a difference of at least this size if there is none. */
export function pValue(difference: Difference): number {
  if (difference.kind === 'constant') {
    return difference.delta === 0 ? 1 : difference.chance(0);
  }
  const { se, df } = standardErrorOfSum(difference.samples);
  return tProbability((difference.delta * difference.divisor) / se, df);
}

/**
 * The confidence interval of a difference; it excludes 0 exactly if the p-value is below `level`.
 * If nothing varied it is the difference itself, or undefined while chance could still explain it:
 * there is no noise to estimate, and a width would be invented. Scores cannot differ by more than 1.
 */
export function confidenceInterval(difference: Difference, level: number): Interval | undefined {
  const { delta } = difference;
  if (difference.kind === 'constant') {
    return difference.chance(0) <= level ? [delta, delta] : undefined;
  }
  const { se, df } = standardErrorOfSum(difference.samples);
  const half = (tQuantile(df, level) * se) / difference.divisor;
  return [Math.max(-1, delta - half), Math.min(1, delta + half)];
}

/** `sizes`: the attempts of both sides of every scenario, none of which varied on either side. */
interface ConstantScenarios {
  readonly sizes: readonly (readonly [number, number])[];
  /** How many of the scenarios differ between the sides. */
  readonly changed: number;
}

/**
 * The largest probability that this many scenarios differ without any variance if nothing really
 * changed. Scores with few values do that: a model that is right half of the time gives [1, 1] against
 * [0, 0] once in eight. For one scenario, whatever its scores, the probability of all a on one side
 * and all b on the other is largest if nothing but a and b occurs, in the ratio of the attempts; over
 * scenarios it is a binomial tail.
 */
export function chanceOfConstants({ sizes, changed }: ConstantScenarios): number {
  if (changed === 0) return 0;
  const chance = sizes.reduce((largest, size) => Math.max(largest, chanceOfConstant(size)), 0);
  return regularisedBeta({ x: chance, rest: 1 - chance }, changed, sizes.length - changed + 1);
}

function chanceOfConstant([m, n]: readonly [number, number]): number {
  return Math.min(1, 2 * (m / (m + n)) ** m * (n / (m + n)) ** n);
}

function hasConstantSides({ baseline, candidate }: ScenarioPair): boolean {
  return isConstant(baseline) && isConstant(candidate);
}

function isCertain(pair: ScenarioPair): boolean {
  return pair.sameReplies === true && hasConstantSides(pair);
}

function samplesIn(pair: ScenarioPair): readonly SampleVariance[] {
  if (isCertain(pair)) return [];
  return [pair.baseline, pair.candidate].map((attempts) => ({
    n: attempts.length,
    variance: Math.max(variance(attempts) ?? 0, SD_FLOOR ** 2),
  }));
}

function isConstant(values: readonly number[]): boolean {
  const [first = 0] = values;
  return values.every((value) => isEqual(value, first));
}

function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) < ROUNDING_ERROR;
}
