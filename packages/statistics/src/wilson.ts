/** The two-sided 95 % point of the normal distribution. */
const Z = 1.959963984540054;

/** The 95 % interval of a rate, by Wilson; undefined without any attempt. Never of zero width. */
export function wilson(passes: number, attempts: number): readonly [number, number] | undefined {
  if (attempts === 0) return undefined;
  const rate = passes / attempts;
  const square = Z ** 2 / attempts;
  const centre = rate + square / 2;
  const half = Z * Math.sqrt((rate * (1 - rate)) / attempts + square / (4 * attempts));
  // The ends are exact where nothing, or everything, passed; the division leaves dust.
  const low = passes === 0 ? 0 : (centre - half) / (1 + square);
  const high = passes === attempts ? 1 : (centre + half) / (1 + square);
  return [low, high];
}
