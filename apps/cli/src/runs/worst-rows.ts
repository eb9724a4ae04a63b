import { formatCount } from '@assay/format';

export interface WorstRows<Row> {
  readonly shown: readonly Row[];
  /** `undefined` if all are shown. */
  readonly note: string | undefined;
}

/** All rows as they are if they are few, else the worst ones, the worst first. `toScore`: lower is worse. */
export function pickWorst<Row>(
  rows: readonly Row[],
  maxRows: number,
  toScore: (row: Row) => number,
): WorstRows<Row> {
  if (rows.length <= maxRows) return { shown: rows, note: undefined };
  const shown = rows.toSorted((a, b) => toScore(a) - toScore(b)).slice(0, maxRows);
  const hidden = formatCount(rows.length - maxRows);
  const note = `The ${maxRows} worst of ${formatCount(rows.length)} scenarios; ${hidden} not shown: --all shows every one.`;
  return { shown, note };
}
