import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { wrapWords } from '../terminal/wrap-words.ts';
import { fallenLines } from './fallen-lines.ts';
import type { FinishedRun } from './finished-run.ts';
import { gateLines } from './gate-lines.ts';
import { resultTable } from './result-table.ts';

/** A finished run as people read it. */
export function printResult(run: FinishedRun, terminal: Terminal): void {
  const { comparison, gate, warnings } = run.result;
  terminal.print(resultTable(run, terminal));
  const fallen = comparison === undefined ? [] : fallenLines(comparison, terminal);
  for (const line of fallen) terminal.print(terminal.colors.red(line));
  for (const line of gate === undefined ? [] : gateLines(gate, terminal)) terminal.print(line);
  for (const warning of [...warnings, ...(comparison?.warnings ?? [])]) {
    const text = wrapWords(`! ${printable(warning)}`, { width: terminal.columns, indent: '  ' });
    terminal.note(terminal.noteColors.yellow(text));
  }
}
