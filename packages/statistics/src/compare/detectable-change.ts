import { SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import { detectableStandardErrors } from '../math/noncentral-t.ts';
import type { BetweenRuns } from './between-runs.ts';
import { reach, withRuns } from './difference.ts';

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
