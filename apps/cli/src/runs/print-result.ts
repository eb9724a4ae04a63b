import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { wrapWords } from '../terminal/wrap-words.ts';
import { costText } from './cost-text.ts';
import type { FinishedRun } from './finished-run.ts';
import { gateLines } from './gate-lines.ts';
import { printRegressions } from './print-regressions.ts';
import { resultTable } from './result-table.ts';

/** A finished run as people read it. */
export function printResult(run: FinishedRun, terminal: Terminal): void {
  const { comparison, cost, gate, warnings } = run.result;
  terminal.print(resultTable(run, terminal));
  const paid = costText(cost);
  if (paid !== undefined) terminal.print(paid);
  if (comparison !== undefined) printRegressions(comparison, terminal);
  for (const line of gate === undefined ? [] : gateLines(gate, terminal)) terminal.print(line);
  if (run.result.simulated === true) {
    terminal.note('The models were simulated: the figures say nothing of a real one.');
  }
  for (const warning of [...warnings, ...(comparison?.warnings ?? [])]) {
    const text = wrapWords(`! ${printable(warning)}`, { width: terminal.columns, indent: '  ' });
    terminal.note(terminal.noteColors.yellow(text));
  }
}
