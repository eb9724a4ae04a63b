import jstat from 'jstat';

export interface Constants {
  /** The attempts of both sides of every scenario; no scenario varied on either side. */
  readonly pairs: readonly (readonly [number, number])[];
  /** How many of the scenarios differ between the sides. */
  readonly changed: number;
}

/**
 * How probable it is at most that this many scenarios differ without any variance, if nothing really
 * changed. Scores with few values do that: a model that is right half of the time gives [1, 1] against
 * [0, 0] once in eight. For one scenario, whatever its scores, the probability of all a on one side
 * and all b on the other is largest when nothing but a and b occurs, in the ratio of the attempts; over
 * scenarios it is a binomial tail.
 */
export function chanceOfConstants({ pairs, changed }: Constants): number {
  if (changed === 0) return 0;
  const each = pairs.reduce((most, pair) => Math.max(most, chanceOfOne(pair)), 0);
  return 1 - jstat.jStat.binomial.cdf(changed - 1, pairs.length, each);
}

function chanceOfOne([m, n]: readonly [number, number]): number {
  return Math.min(1, 2 * (m / (m + n)) ** m * (n / (m + n)) ** n);
}
