import jstat from 'jstat';

/** From here on t is the normal distribution to seven digits, and jstat's inverse loses its own. */
const NORMAL = 1e6;

/** The two-sided point of Student's t: |t| lies beyond it with probability `level`. */
export function tQuantile(degreesOfFreedom: number, level = 0.05): number {
  const { studentt, normal } = jstat.jStat;
  return degreesOfFreedom > NORMAL
    ? -normal.inv(level / 2, 0, 1)
    : -studentt.inv(level / 2, degreesOfFreedom);
}
