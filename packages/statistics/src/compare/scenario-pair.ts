import { mean, variance } from '../math/descriptive.ts';

/** The means of the attempts at one scenario, in two runs. */
export interface ScenarioPair {
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
}

/** The attempts of one run at one scenario. */
interface Sample {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
}

/** A scenario of two runs, both with two attempts or more. */
export interface SampledPair {
  readonly baseline: Sample;
  readonly candidate: Sample;
  /** By how much the candidate's mean is above the baseline's. */
  readonly delta: number;
}

/** Below this a difference of two scores is a rounding error. */
const ROUNDING_ERROR = 1e-12;

/** True if both runs have a score of the scenario. */
export function isScoredInBoth({ baseline, candidate }: ScenarioPair): boolean {
  return baseline.length > 0 && candidate.length > 0;
}

/** By how much the candidate's mean is above the baseline's. */
export function scenarioDelta({ baseline, candidate }: ScenarioPair): number {
  return withoutRoundingError(mean(candidate) - mean(baseline));
}

/** Undefined if a side has fewer than two attempts, which say nothing about their noise. */
export function samplePair(pair: ScenarioPair): SampledPair | undefined {
  if (pair.baseline.length < 2 || pair.candidate.length < 2) return undefined;
  const baseline = sample(pair.baseline);
  const candidate = sample(pair.candidate);
  return {
    baseline,
    candidate,
    delta: withoutRoundingError(candidate.mean - baseline.mean),
  };
}

/** True if all attempts of a run have the same score, in both runs. */
export function isConstant({ baseline, candidate }: SampledPair): boolean {
  return baseline.variance === 0 && candidate.variance === 0;
}

function sample(attempts: readonly number[]): Sample {
  const [first = 0] = attempts;
  const varies = attempts.some((score) => withoutRoundingError(score - first) !== 0);
  return {
    n: attempts.length,
    mean: varies ? mean(attempts) : first,
    variance: varies ? (variance(attempts) ?? 0) : 0,
  };
}

export function withoutRoundingError(difference: number): number {
  return Math.abs(difference) < ROUNDING_ERROR ? 0 : difference;
}
