import { mean, variance } from '../math/descriptive.ts';
import type { VarianceEstimate } from '../math/standard-error.ts';

/** How much the means of runs of the same plan differ beyond the noise of their attempts. */
export interface BetweenRuns extends VarianceEstimate {
  /** The variance of the run means, of which `variance` is the part that the attempts do not explain. */
  readonly total?: number;
}

/** Fewer runs say too little about how much runs differ. */
const MIN_RUNS = 5;

/**
 * The variance between runs of the same plan: that of their means, less the part that the noise of their
 * attempts explains. Undefined below five runs.
 */
export function varianceBetweenRuns(
  runs: readonly { readonly mean: number; readonly se: number }[],
): BetweenRuns | undefined {
  if (runs.length < MIN_RUNS) return undefined;
  const total = variance(runs.map((run) => run.mean)) ?? 0;
  const explained = mean(runs.map((run) => run.se ** 2));
  return { variance: Math.max(0, total - explained), df: runs.length - 1, total };
}
