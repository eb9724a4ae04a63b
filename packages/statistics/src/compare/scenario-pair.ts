import { mean, variance } from '../math/descriptive.ts';

/** Mean scores of the attempts at one scenario, in two runs. */
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

/** A scenario with at least two attempts in both runs. */
export interface SampledPair {
  readonly baseline: Sample;
  readonly candidate: Sample;
  /** Candidate mean minus baseline mean. */
  readonly delta: number;
}

/** Smaller differences of two scores are rounding errors. */
const ROUNDING_ERROR = 1e-12;

/** True if both runs scored the scenario. */
export function isScoredInBoth({ baseline, candidate }: ScenarioPair): boolean {
  return baseline.length > 0 && candidate.length > 0;
}

/** Candidate mean minus baseline mean. */
export function scenarioDelta({ baseline, candidate }: ScenarioPair): number {
  return withoutRoundingError(mean(candidate) - mean(baseline));
}

/** `undefined` if a side has fewer than two attempts, because the noise cannot be estimated. */
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

/** True if all attempts within each run have the same score. */
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
