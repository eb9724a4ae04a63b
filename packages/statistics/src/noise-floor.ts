/** Attempts that spread less than this are taken to spread this much: no verdict on the third digit. */
export const SD_FLOOR = 0.005;

/** Below this a difference is floating-point dust. */
const DUST = 1e-12;

export function isConstant(values: readonly number[]): boolean {
  const [first = 0] = values;
  return values.every((value) => isSame(value, first));
}

export function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < DUST;
}
