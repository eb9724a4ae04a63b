import jstat from 'jstat';

/** From here on t is the normal distribution to seven digits, and jstat's series stops too early. */
const NORMAL = 1e6;

/**
 * The probability that Student's |t| is at least this large. By the incomplete beta function: the
 * difference of two distribution functions would lose the small probabilities that Holm looks at.
 */
export function tProbability(t: number, degreesOfFreedom: number): number {
  const { ibeta, normal } = jstat.jStat;
  if (degreesOfFreedom > NORMAL) return 2 * normal.cdf(-Math.abs(t), 0, 1);
  const square = t ** 2;
  if (!Number.isFinite(square)) return 0;
  return ibeta(degreesOfFreedom / (degreesOfFreedom + square), degreesOfFreedom / 2, 0.5);
}
