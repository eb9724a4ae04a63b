/** A label that was expected and the one that was given; undefined where none was. */
export interface LabelPair {
  readonly expected: string;
  readonly given: string | undefined;
}

export interface ConfusionCell extends LabelPair {
  readonly count: number;
}

/**
 * The confusion matrix as the cells that are not 0, in the order in which they first occurred: labels
 * come from users, and a full matrix of a free-text field would be the square of the batch. Labels are
 * equal as they stand; who gives them makes them comparable.
 */
export function confusion(pairs: Iterable<LabelPair>): readonly ConfusionCell[] {
  const rows = new Map<string, Map<string | undefined, number>>();
  for (const { expected, given } of pairs) {
    const row = rows.get(expected) ?? new Map<string | undefined, number>();
    rows.set(expected, row);
    row.set(given, (row.get(given) ?? 0) + 1);
  }
  return [...rows].flatMap(([expected, row]) =>
    [...row].map(([given, count]) => ({ expected, given, count })),
  );
}
