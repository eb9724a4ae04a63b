import { mean } from '../math/descriptive.ts';

/** An expected and a given label; `given` is `undefined` if no label was given. */
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
  /** Unweighted mean of the F1 per label: rare labels count as much as frequent ones. */
  readonly macroF1: number;
  readonly confusion: readonly ConfusionCell[];
}

/** Number of times that a label was expected, given, and both. */
interface LabelCounts {
  expected: number;
  given: number;
  both: number;
}

/**
 * Computes accuracy and macro-F1; `undefined` without pairs. A missing label counts as wrong but is not a label itself.
 * Macro-F1 covers every label that was expected or given.
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
 * Returns the non-zero cells of the confusion matrix, in order of first occurrence: labels come from users, and a full
 * matrix of a free-text field would be quadratic in the batch size. Labels are compared verbatim; the caller normalises
 * them.
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
