/** The positions of the longest increasing subsequence, in O(n log n): what can stay in place when a list is reordered. */
export function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  /** ends[n]: the position of the smallest value with which a subsequence of n + 1 values can end. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, value] of values.entries()) {
    const length = countSmaller(ends, (end) => (values[end] ?? 0) < value);
    previous.push(ends[length - 1]);
    ends[length] = at;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(at);
  return found;
}

/** How many items at the start of a sorted list are smaller. */
function countSmaller(items: readonly number[], isSmaller: (item: number) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSmaller(items[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
