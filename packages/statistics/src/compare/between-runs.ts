import { mean, variance } from '../math/descriptive.ts';
import type { VarianceEstimate } from '../math/standard-error.ts';

/** Variance between the means of runs of the same plan, beyond the noise of their attempts. */
export interface BetweenRuns extends VarianceEstimate {
  /** Total variance of the run means; `variance` is the part that the attempts' noise does not explain. */
  readonly total?: number;
}

/** With fewer runs the estimate is too unreliable. */
const MIN_RUNS = 5;

/**
 * Estimates the variance between runs of the same plan: the variance of their means minus the part explained by the
 * noise of their attempts. `undefined` below five runs.
 */
export function varianceBetweenRuns(
  runs: readonly { readonly mean: number; readonly se: number }[],
): BetweenRuns | undefined {
  if (runs.length < MIN_RUNS) return undefined;
  const total = variance(runs.map((run) => run.mean)) ?? 0;
  const explained = mean(runs.map((run) => run.se ** 2));
  return { variance: Math.max(0, total - explained), df: runs.length - 1, total };
}
