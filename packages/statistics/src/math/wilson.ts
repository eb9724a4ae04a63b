/** Two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Returns the number of attempts that must all pass for Wilson's 95 % interval to lie above a rate: its lower end is n
 * / (n + z²).
 */
export function perfectAttemptsFor(rate: number): number {
  return Math.ceil((Z_95 ** 2 * rate) / (1 - rate));
}

/**
 * Wilson's interval of a rate, 95 % unless another normal quantile is given; `undefined` without attempts. The width is
 * never zero. `passes` may be a sum of scores between 0 and 1: their variance is at most that of a rate.
 */
export function wilsonInterval(
  passes: number,
  attempts: number,
  z = Z_95,
): readonly [number, number] | undefined {
  if (attempts === 0) return undefined;
  const rate = passes / attempts;
  const square = z ** 2 / attempts;
  const centre = rate + square / 2;
  const half = z * Math.sqrt(Math.max(0, rate * (1 - rate)) / attempts + square / (4 * attempts));
  // The ends are exact if no or all attempts passed; the division leaves rounding errors.
  const low = passes === 0 ? 0 : Math.max(0, (centre - half) / (1 + square));
  const high = passes === attempts ? 1 : Math.min(1, (centre + half) / (1 + square));
  return [low, high];
}
