import { formatCount } from '@assay/format';
import type { Command } from 'commander';
import { toCount } from '../settings/common-options.ts';

const DEFAULT_ROWS = 20;

/** The options that say how many scenarios a table shows. */
export function addRowOptions(command: Command): void {
  command
    .option('--worst <n>', `how many scenarios to show, the worst first (${DEFAULT_ROWS})`, toCount)
    .option('--all', 'show every scenario');
}

/** How many scenarios a table shows at most. */
export function toMaxRows({ worst, all }: Readonly<Record<string, unknown>>): number {
  if (all === true) return Infinity;
  return typeof worst === 'number' ? worst : DEFAULT_ROWS;
}

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
