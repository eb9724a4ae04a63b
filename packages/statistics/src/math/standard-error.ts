/** Estimated variance of a mean or a difference, with its degrees of freedom. */
export interface VarianceEstimate {
  readonly variance: number;
  readonly df: number;
}

/**
 * Variance of a sum of independent parts, with Satterthwaite's degrees of freedom. Parts without variance add nothing;
 * if no part has variance, `df` is 0.
 */
export function addVariances(parts: readonly VarianceEstimate[]): VarianceEstimate {
  let variance = 0;
  let sumOfSquares = 0;
  for (const part of parts) {
    variance += part.variance;
    sumOfSquares += part.variance ** 2 / part.df;
  }
  return { variance, df: sumOfSquares === 0 ? 0 : variance ** 2 / sumOfSquares };
}
