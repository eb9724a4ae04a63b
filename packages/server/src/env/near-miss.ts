const MAX_LENGTH = 100;

/** The known name that this one was probably meant to be: one of four characters may be wrong, at least one and at most three. */
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const allowed = Math.min(3, Math.max(1, Math.floor(name.length / 4)));
  const [best] = known
    .filter((one) => Math.abs(one.length - name.length) <= allowed)
    .map((one) => ({ one, edits: countEdits(name, one) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits);
  return best?.one;
}

/** Characters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function countEdits(a: string, b: string): number {
  const table = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const editsAt = (row: number, at: number): number => table[row]?.[at] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    table.push(next);
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1];
      const isSwapped = a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      next[at] = Math.min(
        editsAt(row - 1, at - 1) + (isSame ? 0 : 1),
        editsAt(row - 1, at) + 1,
        editsAt(row, at - 1) + 1,
        isSwapped ? editsAt(row - 2, at - 2) + 1 : Infinity,
      );
    }
  }
  return editsAt(a.length, b.length);
}
