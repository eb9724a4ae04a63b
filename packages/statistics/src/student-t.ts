import jstat from 'jstat';

/** The two-sided 95 % point of Student's t. */
export function tQuantile95(degreesOfFreedom: number): number {
  return jstat.jStat.studentt.inv(0.975, degreesOfFreedom);
}
