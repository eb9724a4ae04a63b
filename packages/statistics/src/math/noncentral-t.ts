import { tQuantile } from './t-distribution.ts';

/** Normal quantile of a power of 80 %: a true change of the size looked for is found 4 times in 5. */
const Z_POWER_80 = 0.8416212335729143;

/**
 * By how many standard errors the truth must differ from 0 for |t| to exceed its two-sided quantile four
 * times in five: the noncentrality of Student's t, by the approximation of Johnson and Welch (1940).
 */
export function detectableStandardErrors(df: number, level: number): number {
  const critical = tQuantile(df, level);
  return (
    critical * (1 - 1 / (4 * df)) +
    Z_POWER_80 * Math.sqrt(1 + critical ** 2 / (2 * Math.max(df, 1)))
  );
}
