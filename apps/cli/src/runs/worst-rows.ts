import { formatCount } from '@fairtrial/format';

export interface WorstRows<Row> {
  readonly shown: readonly Row[];
  /** `undefined` if all are shown. */
  readonly note: string | undefined;
}

/** Returns all rows in their order if they fit, otherwise the worst ones, worst first. A lower `toScore` is worse. */
export function pickWorst<Row>(
  rows: readonly Row[],
  maxRows: number,
  toScore: (row: Row) => number,
): WorstRows<Row> {
  if (rows.length <= maxRows) return { shown: rows, note: undefined };
  const shown = rows.toSorted((a, b) => toScore(a) - toScore(b)).slice(0, maxRows);
  const hidden = formatCount(rows.length - maxRows);
  const note = `The ${maxRows} worst of ${formatCount(rows.length)} scenarios; ${hidden} not shown: --all shows all of them.`;
  return { shown, note };
}
