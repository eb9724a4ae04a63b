import { tQuantile } from './t-distribution.ts';

/** Normal quantile of a power of 80 %: a true change of the size looked for is found 4 times in 5. */
const Z_POWER_80 = 0.8416212335729143;

/**
 * By how many of its standard errors a comparison must miss the truth for another one like it to find the change
 * four times in five at this level. |t| must exceed its two-sided quantile c, and its distribution is noncentral:
 * by Johnson and Welch (1940) the power is 80 % at the noncentrality d = c (1 − 1/4df) + z √(1 + c²/2df). The
 * standard error is an estimate itself, which adds d²/2df under the root.
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
