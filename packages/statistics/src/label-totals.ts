import type { ConfusionCell } from './confusion.ts';

/** How often one label was expected, given, and both at once. */
export interface LabelTotals {
  readonly expected: number;
  readonly given: number;
  readonly both: number;
}

/** The margins and the diagonal of a confusion matrix. */
export function labelTotals(cells: readonly ConfusionCell[]): {
  readonly n: number;
  readonly labels: ReadonlyMap<string, LabelTotals>;
} {
  const labels = new Map<string, { expected: number; given: number; both: number }>();
  const totalsOf = (label: string): { expected: number; given: number; both: number } => {
    const totals = labels.get(label) ?? { expected: 0, given: 0, both: 0 };
    labels.set(label, totals);
    return totals;
  };
  let n = 0;
  for (const { expected, given, count } of cells) {
    n += count;
    totalsOf(expected).expected += count;
    if (given === undefined) continue;
    totalsOf(given).given += count;
    if (given === expected) totalsOf(given).both += count;
  }
  return { n, labels };
}
