import { mean, variance } from '../math/descriptive.ts';
import { addVariances, type VarianceEstimate } from '../math/standard-error.ts';
import { tProbability, tQuantile } from '../math/t-distribution.ts';
import { wilsonInterval } from '../math/wilson.ts';
import type { BetweenRuns } from './between-runs.ts';
import {
  isConstant,
  scenarioDelta,
  withoutRoundingError,
  type SampledPair,
  type ScenarioPair,
} from './scenario-pair.ts';

export type Interval = readonly [number, number];

/** A difference of two means with its noise. */
export interface Difference {
  readonly delta: number;
  /**
   * Estimates of the variance of `delta` if the true difference is `distance` away from it. The most conservative
   * estimate decides. Empty if nothing varied.
   */
  readonly noise: readonly ((distance: number) => VarianceEstimate)[];
  /** Upper bound on the probability of this outcome without a real difference if no attempt varied; otherwise 0. */
  readonly chance: number;
  /** Interval at a normal quantile, for the case that all attempts of both runs have the same score. */
  readonly unchanged?: (z: number) => Interval;
}

/** With fewer attempts per side, bimodal scores often look constant: [1, 1] against [0, 0] occurs once in eight. */
const MIN_SEPARATE_VARIANCE = 3;

/** Minimum standard deviation assumed between scenario differences: a few may agree by chance. */
const SD_FLOOR = 0.005;

const BISECTIONS = 45;
const NORMAL_DEGREES = 1e6;

/**
 * Change of one scenario: the larger p of Welch's t-test and of the t-test with pooled variance. If no attempt varied
 * on either side, the probability of such constant sides decides.
 */
export function scenarioDifference(pair: SampledPair, between?: BetweenRuns): Difference {
  const noise = isConstant(pair) ? [] : [welch([pair]), pooledWithin([pair])];
  return {
    delta: pair.delta,
    noise: withRuns(noise, between),
    chance: isConstant(pair) ? chanceOfConstants(pair) : 0,
  };
}

/**
 * Change on exactly these scenarios: the mean of their differences, with the noise of the attempts. If a side has two
 * attempts or nothing varied, a third estimate uses the variance around the mean of both sides, as if nothing had
 * changed, because attempts that are equal on each side by chance show no variance.
 */
export function suiteDifference(pairs: readonly SampledPair[], between?: BetweenRuns): Difference {
  const delta = withoutRoundingError(mean(pairs.map((pair) => pair.delta)));
  if (pairs.every((pair) => isConstant(pair) && pair.delta === 0)) {
    return { delta: 0, noise: withRuns([], between), chance: 0, unchanged: unchangedIn(pairs) };
  }
  const isAllConstant = pairs.every(isConstant);
  const noise: ((distance: number) => VarianceEstimate)[] = isAllConstant
    ? []
    : [welch(pairs), pooledWithin(pairs)];
  const hasFewAttempts = pairs.some(
    ({ baseline, candidate }) => Math.min(baseline.n, candidate.n) < MIN_SEPARATE_VARIANCE,
  );
  if (isAllConstant || hasFewAttempts) noise.push(pooledAcross(pairs, delta));
  return { delta, noise: withRuns(noise, between), chance: 0 };
}

interface GeneralOptions {
  readonly between?: BetweenRuns | undefined;
  /** Additional hypothetical scenarios, assumed to vary as much as these. */
  readonly additional?: number;
}

/** Expected change on similar scenarios: the paired t-test on the differences of at least two scenarios. */
export function generalDifference(
  pairs: readonly ScenarioPair[],
  { between, additional = 0 }: GeneralOptions = {},
): Difference {
  const deltas = pairs.map(scenarioDelta);
  const n = deltas.length + additional;
  if (deltas.every((delta) => delta === 0)) {
    const centre = mean(pairs.map(({ baseline }) => mean(baseline)));
    const unchanged = unchangedMean(centre, [n, n]);
    return { delta: 0, noise: withRuns([], between), chance: 0, unchanged };
  }
  const estimate = {
    variance: Math.max(variance(deltas) ?? 0, SD_FLOOR ** 2) / n,
    df: n - 1,
  };
  return {
    delta: withoutRoundingError(mean(deltas)),
    noise: withRuns([() => estimate], between),
    chance: 0,
  };
}

/** Two-sided p-value: probability of a difference of at least this size if there is no true difference. */
export function pValue({ delta, noise, chance }: Difference): number {
  if (delta === 0) return 1;
  return noise.reduce((largest, estimate) => {
    const { variance: square, df } = estimate(Math.abs(delta));
    return Math.max(largest, square === 0 ? 0 : tProbability(delta / Math.sqrt(square), df));
  }, chance);
}

/**
 * Confidence interval: all true differences with a p-value above `level`. It is the union over the noise estimates.
 * `undefined` if no attempt varied and `chance` decides, because any width would be arbitrary. Clamped to ±1, the
 * maximum difference of two scores.
 */
export function confidenceInterval(difference: Difference, level: number): Interval | undefined {
  const { delta, noise, chance, unchanged } = difference;
  const half = halfWidth(difference, level);
  if (unchanged !== undefined) {
    const [low, high] = unchanged(tQuantile(NORMAL_DEGREES, level));
    return [Math.max(-1, Math.min(low, -half)), Math.min(1, Math.max(high, half))];
  }
  if (half === 0 || (chance > 0 && chance >= pValue({ delta, noise, chance: 0 }))) return undefined;
  return [Math.max(-1, delta - half), Math.min(1, delta + half)];
}

/** Smaller widths are rounding errors of the bisection. */
const MIN_WIDTH = 1e-9;

/**
 * If all attempts on each side are equal, the noise vanishes with the distance and so would the width. In that case the
 * noise at the measured difference is used. The interval still excludes 0 if and only if the p-value is below `level`.
 */
function halfWidth({ delta, noise }: Difference, level: number): number {
  const solved = reach(noise, (df) => tQuantile(df, level)) ?? 0;
  if (solved > MIN_WIDTH) return solved;
  return noise.reduce((widest, estimate) => {
    const { variance: square, df } = estimate(Math.abs(delta));
    return square === 0 ? widest : Math.max(widest, tQuantile(df, level) * Math.sqrt(square));
  }, 0);
}

/**
 * Returns the largest distance that equals `errors(df)` standard errors, over all noise estimates: half the width of an
 * interval, or the smallest detectable change. `undefined` if nothing varied.
 */
export function reach(
  noise: Difference['noise'],
  errors: (df: number) => number,
): number | undefined {
  const distances = noise.map((estimate) => solveReach(estimate, errors));
  return distances.length === 0 ? undefined : Math.max(...distances);
}

/** Uses bisection if the noise depends on the distance; scores differ by at most 1. */
function solveReach(
  estimate: (distance: number) => VarianceEstimate,
  errors: (df: number) => number,
): number {
  const reachFrom = (distance: number): number => {
    const { variance: square, df } = estimate(distance);
    return square === 0 ? 0 : errors(df) * Math.sqrt(square);
  };
  const near = estimate(0);
  if (near.variance === estimate(1).variance) return reachFrom(0);
  let low = 0;
  let high = 2;
  for (let no = 0; no < BISECTIONS; no += 1) {
    const middle = (low + high) / 2;
    if (reachFrom(middle) < middle) high = middle;
    else low = middle;
  }
  return high;
}

/** Each side of each scenario has its own variance. */
function welch(pairs: readonly SampledPair[]): () => VarianceEstimate {
  return fixedNoise(
    pairs.flatMap(({ baseline, candidate }) =>
      [baseline, candidate].map((side) => ({ variance: side.variance / side.n, df: side.n - 1 })),
    ),
    pairs.length,
  );
}

/**
 * Both sides of a scenario share one variance, so that a side with few attempts borrows it from the other. The degrees
 * of freedom are those of two sides of the smaller size: five scores with few distinct values are not a normal sample,
 * however well their variance is known.
 */
function pooledWithin(pairs: readonly SampledPair[]): () => VarianceEstimate {
  const parts = pairs.map((pair) => {
    const { baseline, candidate } = pair;
    const spread = squaresWithin(pair) / (baseline.n + candidate.n - 2);
    const df = 2 * Math.min(baseline.n, candidate.n) - 2;
    return { variance: spread * sizeFactor(pair), df };
  });
  return fixedNoise(parts, pairs.length);
}

/** Variance around the mean of both sides, shifted so that the true difference is `distance` away. */
function pooledAcross(
  pairs: readonly SampledPair[],
  delta: number,
): (distance: number) => VarianceEstimate {
  const parts = pairs.map((pair) => ({
    within: squaresWithin(pair) * sizeFactor(pair) + (pair.delta - delta) ** 2,
    df: pair.baseline.n + pair.candidate.n - 1,
  }));
  return (distance) =>
    ofMean(
      parts.map(({ within, df }) => ({ variance: (within + distance ** 2) / df, df })),
      pairs.length,
    );
}

function fixedNoise(parts: readonly VarianceEstimate[], scenarios: number): () => VarianceEstimate {
  const estimate = ofMean(parts, scenarios);
  return () => estimate;
}

function ofMean(parts: readonly VarianceEstimate[], scenarios: number): VarianceEstimate {
  const sum = addVariances(parts);
  return { variance: sum.variance / scenarios ** 2, df: sum.df };
}

function squaresWithin({ baseline, candidate }: SampledPair): number {
  return (baseline.n - 1) * baseline.variance + (candidate.n - 1) * candidate.variance;
}

function sizeFactor({ baseline, candidate }: SampledPair): number {
  return 1 / baseline.n + 1 / candidate.n;
}

/**
 * Adds the variance between runs for both runs. Its degrees of freedom are those of the variance of the run means
 * before the attempts' noise was subtracted.
 */
export function withRuns(
  noise: Difference['noise'],
  between: BetweenRuns | undefined,
): Difference['noise'] {
  if (between === undefined) return noise;
  const added = 2 * between.variance;
  const doubt = (2 * (between.total ?? between.variance)) ** 2 / between.df;
  const addTo = ({ variance: own, df }: VarianceEstimate): VarianceEstimate => {
    const total = own + added;
    const squares = (own === 0 ? 0 : own ** 2 / df) + doubt;
    return { variance: total, df: squares === 0 ? 0 : total ** 2 / squares };
  };
  if (noise.length === 0) return added === 0 ? [] : [() => ({ variance: added, df: between.df })];
  return noise.map((estimate) => (distance: number) => addTo(estimate(distance)));
}

/**
 * Upper bound on the probability that all m attempts of one run have one score and all n attempts of the other run have
 * another, if nothing changed. It is largest if only these two scores occur, in the ratio of the attempts.
 */
function chanceOfConstants({ baseline, candidate }: SampledPair): number {
  const m = baseline.n;
  const n = candidate.n;
  return Math.min(1, 2 * (m / (m + n)) ** m * (n / (m + n)) ** n);
}

function unchangedIn(pairs: readonly SampledPair[]): (z: number) => Interval {
  const count = (side: 'baseline' | 'candidate'): number =>
    pairs.reduce((sum, pair) => sum + pair[side].n, 0);
  const centre = mean(pairs.map(({ baseline }) => baseline.mean));
  return unchangedMean(centre, [count('baseline'), count('candidate')]);
}

/**
 * For runs in which all attempts have the same score: combines Wilson intervals of both means with Newcombe's method,
 * because further attempts could have other scores.
 */
function unchangedMean(centre: number, sizes: readonly [number, number]): (z: number) => Interval {
  const rate = Math.min(1, Math.max(0, centre));
  return (z) => {
    const [old, now] = sizes.map((size) => wilsonInterval(rate * size, size, z) ?? [0, 1]);
    const [oldLow = 0, oldHigh = 1] = old ?? [];
    const [nowLow = 0, nowHigh = 1] = now ?? [];
    return [-Math.hypot(rate - nowLow, oldHigh - rate), Math.hypot(nowHigh - rate, rate - oldLow)];
  };
}
