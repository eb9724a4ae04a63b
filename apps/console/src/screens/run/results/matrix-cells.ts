import type { LabelScores } from '@fairtrial/contracts';

type Confusion = LabelScores['confusion'];

export interface MatrixCell {
  readonly expected: string;
  /** `null` if no label was given. */
  readonly given: string | null;
  readonly count: number;
}

export interface Matrix {
  readonly columns: readonly (string | null)[];
  readonly rows: readonly { readonly expected: string; readonly cells: readonly MatrixCell[] }[];
  /** Number of label pairs that are left out. */
  readonly hidden: number;
}

const MAX_LABELS = 12;

/**
 * Confusion matrix of expected and given labels. If there are too many labels, the most often confused ones are kept.
 */
export function toMatrix(confusion: Confusion): Matrix {
  const wrong = confusion.filter(({ expected, given }) => expected !== given);
  const byErrors = [...wrong, ...confusion]; // most frequent first, in the order of the service
  const expected = unique(byErrors.map((pair) => pair.expected)).slice(0, MAX_LABELS);
  const given = unique([...expected, ...byErrors.map((pair) => pair.given)]);
  const isGiven = new Set(confusion.map((pair) => pair.given));
  const columns = given.filter((label) => isGiven.has(label)).slice(0, MAX_LABELS);
  const counts = new Map(confusion.map((pair) => [key(pair.expected, pair.given), pair.count]));
  const rows = expected.map((label) => ({
    expected: label,
    cells: columns.map((column) => ({
      expected: label,
      given: column,
      count: counts.get(key(label, column)) ?? 0,
    })),
  }));
  const shown = rows.flatMap(({ cells }) => cells.filter(({ count }) => count > 0)).length;
  return { columns, rows, hidden: confusion.length - shown };
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

function key(expected: string, given: string | null): string {
  return JSON.stringify([expected, given]);
}
