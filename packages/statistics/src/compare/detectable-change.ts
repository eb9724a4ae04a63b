import { SIGNIFICANCE_LEVEL } from '@assay/contracts/plain';
import { detectableStandardErrors } from '../math/noncentral-t.ts';

/** The standard error of the mean of a run, and how many attempts at how many scenarios it comes from. */
export interface RunNoise {
  readonly se: number;
  readonly attempts: number;
  readonly scenarios: number;
}

/**
 * The smallest change of a mean that a comparison with this baseline would find four times in five, if the new
 * run is as noisy. Undefined with one attempt on a side. A run in which nothing varied is taken to be as noisy
 * as if one more attempt had failed.
 */
export function detectableChange(baseline: RunNoise, attempts: number): number | undefined {
  if (baseline.attempts < 2 || attempts < 2) return undefined;
  const before = baseline.se > 0 ? baseline.se : 1 / (baseline.attempts * baseline.scenarios + 1);
  const after = before * Math.sqrt(baseline.attempts / attempts);
  const df = baseline.scenarios * (baseline.attempts + attempts - 2);
  return detectableStandardErrors(df, SIGNIFICANCE_LEVEL) * Math.hypot(before, after);
}
