/** Whether no two items are the same JSON, whatever the order of their keys. */
export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(inOrder(item)))).size === items.length;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, inOrder(inner)]);
}
