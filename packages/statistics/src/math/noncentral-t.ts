import { tQuantile } from './t-distribution.ts';

/** Normal quantile for a power of 80 %. */
const Z_POWER_80 = 0.8416212335729143;

/**
 * Returns the true change, in estimated standard errors, that a comparison with these degrees of freedom finds with 80
 * % power at this level. |t| must exceed its two-sided quantile c, and its distribution is noncentral: by Johnson and
 * Welch (1940) the power is 80 % at the noncentrality d = c (1 − 1/4df) + z √(1 + c²/2df). The standard error is itself
 * an estimate, which adds d²/2df under the root.
 */
export function detectableStandardErrors(df: number, level: number): number {
  const critical = tQuantile(df, level);
  const centre = critical * (1 - 1 / (4 * df));
  const square = Z_POWER_80 ** 2;
  // The larger root of (d − centre)² = square (1 + (critical² + d²) / 2df).
  const leading = 1 - square / (2 * df);
  const constant = centre ** 2 - square * (1 + critical ** 2 / (2 * df));
  return (centre + Math.sqrt(centre ** 2 - leading * constant)) / leading;
}
