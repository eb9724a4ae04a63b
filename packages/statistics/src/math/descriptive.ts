/** `NaN` if there are no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample variance; `undefined` below two values. */
export function variance(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return squares / (values.length - 1);
}

/** Quantile with linear interpolation; `undefined` if there are no values. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = Float64Array.from(values).toSorted();
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (position - Math.floor(position));
}
