/** A copy of a JSON value whose objects have their keys in order, so that equal values have the same text. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, item]) => [key, sortKeys(item)] as const);
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
