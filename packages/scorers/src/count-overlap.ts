/** A multiset: how often each item is there. */
export type Counts = ReadonlyMap<string, number>;

export function countItems(items: Iterable<string>): Counts {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How many items two multisets share, each counted as often as both have it. */
export function countOverlap(a: Counts, b: Counts): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [item, count] of small) shared += Math.min(count, large.get(item) ?? 0);
  return shared;
}
