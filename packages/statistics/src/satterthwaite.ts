/** Attempts that were drawn together, and how much they spread. */
export interface Stratum {
  readonly n: number;
  readonly variance: number;
}

export interface Noise {
  readonly se: number;
  readonly df: number;
}

/** The noise of a sum of independent means, each of a stratum of two attempts or more. */
export function satterthwaite(strata: readonly Stratum[]): Noise {
  let ofSum = 0;
  let ofSquares = 0;
  for (const { n, variance } of strata) {
    const ofMean = variance / n;
    ofSum += ofMean;
    ofSquares += ofMean ** 2 / (n - 1);
  }
  return { se: Math.sqrt(ofSum), df: ofSum ** 2 / ofSquares };
}
