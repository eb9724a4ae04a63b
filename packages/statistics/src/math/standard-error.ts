/** An estimate of the variance of a mean or a difference, and how far it can be relied upon. */
export interface VarianceEstimate {
  readonly variance: number;
  readonly df: number;
}

/**
 * The variance of a sum of independent parts, with Satterthwaite's degrees of freedom. A part without
 * variance adds nothing; without any variance there are no degrees of freedom.
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
