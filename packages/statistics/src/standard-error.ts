/** The size and the variance of one sample: the attempts at one scenario in one run. */
export interface SampleVariance {
  readonly n: number;
  readonly variance: number;
}

interface StandardError {
  readonly se: number;
  readonly df: number;
}

/**
 * The standard error of a sum of independent sample means, with Satterthwaite's degrees of freedom. Every
 * sample needs two attempts or more.
 */
export function standardErrorOfSum(samples: readonly SampleVariance[]): StandardError {
  let varianceOfSum = 0;
  let sumOfSquares = 0;
  for (const { n, variance } of samples) {
    const varianceOfMean = variance / n;
    varianceOfSum += varianceOfMean;
    sumOfSquares += varianceOfMean ** 2 / (n - 1);
  }
  return { se: Math.sqrt(varianceOfSum), df: varianceOfSum ** 2 / sumOfSquares };
}
