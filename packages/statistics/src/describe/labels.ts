import { mean } from '../math/descriptive.ts';

/** The expected label and the label that was given; undefined if none was. */
export interface LabelPair {
  readonly expected: string;
  readonly given: string | undefined;
}

interface ConfusionCell extends LabelPair {
  readonly count: number;
}

export interface LabelReport {
  readonly n: number;
  readonly accuracy: number;
  /** The mean of the labels' F1: rare labels count as much as frequent ones. */
  readonly macroF1: number;
  readonly confusion: readonly ConfusionCell[];
}

/** How often one label was expected, given, and both at once. */
interface LabelCounts {
  expected: number;
  given: number;
  both: number;
}

/**
 * Accuracy and macro-F1 of labels; undefined without any. A label that was not given counts as wrong and is
 * no label of its own. Every label that was expected or given counts in the macro-F1.
 */
export function labelReport(pairs: Iterable<LabelPair>): LabelReport | undefined {
  const confusion = confusionMatrix(pairs);
  const n = confusion.reduce((sum, { count }) => sum + count, 0);
  if (n === 0) return undefined;
  const counts = countByLabel(confusion);
  return {
    n,
    accuracy: counts.reduce((sum, { both }) => sum + both, 0) / n,
    macroF1: mean(counts.map(({ expected, given, both }) => (2 * both) / (expected + given))),
    confusion,
  };
}

/**
 * The confusion matrix as the cells that are not 0, in the order in which they first occurred: labels
 * come from users, and a full matrix of a free-text field would be the square of the batch. Labels are
 * compared as they are; the caller normalises them.
 */
function confusionMatrix(pairs: Iterable<LabelPair>): readonly ConfusionCell[] {
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

/** The margins and the diagonal of a confusion matrix. */
function countByLabel(cells: readonly ConfusionCell[]): readonly LabelCounts[] {
  const labels = new Map<string, LabelCounts>();
  const countsFor = (label: string): LabelCounts => {
    const counts = labels.get(label) ?? { expected: 0, given: 0, both: 0 };
    labels.set(label, counts);
    return counts;
  };
  for (const { expected, given, count } of cells) {
    countsFor(expected).expected += count;
    if (given === undefined) continue;
    countsFor(given).given += count;
    if (given === expected) countsFor(given).both += count;
  }
  return [...labels.values()];
}
