import type { GateFinding, GateVerdict } from '@assay/contracts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { formatDelta, formatDuration, formatScore, GATE_LABELS } from '@assay/format';
import { toneStyle } from './verdict-style.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';
import { costText } from './cost-text.ts';
import type { FinishedRun } from './finished-run.ts';
import { printRegressions } from './print-regressions.ts';
import { resultTable } from './result-table.ts';

/** Prints the result of a finished run. */
export function printResult(run: FinishedRun, terminal: Terminal): void {
  const { comparison, cost, gate, warnings } = run.result;
  terminal.print(resultTable(run, terminal));
  const costLine = costText(cost);
  if (costLine !== undefined) terminal.print(costLine);
  if (comparison !== undefined) printRegressions(comparison, terminal);
  if (gate !== undefined) printGates(gate, terminal);
  if (run.result.simulated === true) {
    terminal.note('The models were simulated: the figures say nothing of a real one.');
  }
  for (const warning of [...warnings, ...(comparison?.warnings ?? [])]) {
    const text = wrapText(`! ${sanitizeLine(warning)}`, { width: terminal.columns, indent: '  ' });
    terminal.note(terminal.noteColors.yellow(text));
  }
}

/** One line for each gate; with the reason if it did not pass. */
function printGates({ gates }: GateVerdict, terminal: Terminal): void {
  for (const [index, gate] of gates.entries()) {
    const label = index === 0 ? 'Gates  ' : '       ';
    const { glyph, tone } = GATE_LABELS[gate.verdict];
    const lines = wrapText(`${glyph} ${describeGate(gate)}`, {
      width: terminal.columns - label.length,
      indent: '  ',
    }).replaceAll('\n', `\n${' '.repeat(label.length)}`);
    terminal.print(label + toneStyle(tone, terminal.colors)(lines));
  }
}

function describeGate({ gate, verdict, value, sentence }: GateFinding): string {
  const name = sanitizeLine(gate);
  if (verdict !== 'pass') return `${name}: ${sanitizeLine(sentence)}`;
  const isCount = value === null || name === 'no regression';
  return isCount ? name : `${name} (${formatGateValue(name, value)})`;
}

function formatGateValue(gate: string, value: number): string {
  if (gate.startsWith('latency')) return formatDuration(value);
  return gate.startsWith('delta') ? formatDelta(value) : formatScore(value);
}
