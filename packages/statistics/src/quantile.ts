/** The value that a share of the values lies below, between two of them where need be; undefined of none. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = Float64Array.from(values).toSorted();
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (at - Math.floor(at));
}
