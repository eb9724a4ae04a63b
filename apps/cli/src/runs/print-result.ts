import type {
  ComparedCost,
  Comparison,
  EvaluationResponse,
  GateFinding,
  GateVerdict,
  RunCost,
} from '@fairtrial/contracts';
import {
  formatCost,
  formatCostDelta,
  formatDelta,
  formatDuration,
  formatScore,
  formatUserReport,
  GATE_LABELS,
} from '@fairtrial/format';
import { changeNotes } from './change-cells.ts';
import { printFailedChecks, type FailedCheck } from './checks/failed-checks.ts';
import type { FinishedRun } from './finished-run.ts';
import { printHeadline } from './print-headline.ts';
import { printRegressions } from './print-regressions.ts';
import { resultTable } from './result-table.ts';
import { printMissedGoals, type MissedGoal } from './users/missed-goals.ts';
import { toneStyle } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

interface ResultDetails {
  readonly failedChecks: readonly FailedCheck[];
  readonly missedGoals: readonly MissedGoal[];
  /** Maximum number of scenarios in the table. */
  readonly maxRows: number;
}

/** Prints the result of a finished run. The headline is last, so that it stays in view below a long table. */
export function printResult(
  run: FinishedRun,
  { failedChecks, missedGoals, maxRows }: ResultDetails,
  terminal: Terminal,
): void {
  const { baseline, comparison, cost, gate, headline, warnings } = run.result;
  terminal.print(resultTable(run, maxRows, terminal));
  const costLine = costText(cost);
  if (costLine !== undefined) terminal.print(costLine);
  printUserReport(run.result, terminal);
  if (baseline !== undefined) printBaseline(baseline, terminal);
  if (comparison !== undefined) printChangeNotes(comparison, terminal);
  printFailedChecks(failedChecks, run.result, terminal);
  printMissedGoals(missedGoals, run.result, terminal);
  if (comparison !== undefined) printRegressions(comparison, terminal);
  if (gate !== undefined) printGates(gate, terminal);
  if (run.result.simulated === true) {
    terminal.note('The models were simulated: the figures say nothing about real models.');
  }
  printWarnings([...warnings, ...(comparison?.warnings ?? [])], terminal);
  printHeadline(headline, terminal);
}

function printUserReport({ simulated_user: report }: EvaluationResponse, terminal: Terminal): void {
  for (const sentence of report === undefined ? [] : formatUserReport(report)) {
    terminal.print(wrapText(sanitizeLine(sentence), { width: terminal.columns, indent: '  ' }));
  }
}

function printBaseline(
  { run_id: id, reason }: NonNullable<EvaluationResponse['baseline']>,
  terminal: Terminal,
): void {
  const text = `Baseline: ${id ?? 'none'}, ${sanitizeLine(reason)}`;
  terminal.print(wrapText(text, { width: terminal.columns, indent: '  ' }));
}

/** Prints the notes that explain the changes in the table above. */
export function printChangeNotes(comparison: Comparison, terminal: Terminal): void {
  for (const note of changeNotes(comparison)) {
    const text = wrapText(sanitizeLine(note), { width: terminal.columns, indent: '  ' });
    terminal.print(terminal.colors.dim(text));
  }
}

export function printWarnings(warnings: readonly string[], terminal: Terminal): void {
  for (const warning of warnings) {
    const text = wrapText(`! ${sanitizeLine(warning)}`, { width: terminal.columns, indent: '  ' });
    terminal.note(terminal.noteColors.yellow(text));
  }
}

/** Prints one line per gate, with the reason if it did not pass. */
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
  const isCount = value === null || name.startsWith('no regression');
  return isCount ? name : `${name} (${formatGateValue(name, value)})`;
}

function formatGateValue(gate: string, value: number): string {
  if (gate.startsWith('latency')) return formatDuration(value);
  return gate.startsWith('delta') ? formatDelta(value) : formatScore(value);
}

/** `Cost $0.012 (model $0.010, judge $0.002)`; `undefined` if no cost is known. */
export function costText(cost: RunCost): string | undefined {
  if (cost.model === null && !cost.judge && !cost.user) return undefined;
  const { model, judge, user = 0, total } = cost;
  const others = [
    ...(judge === 0 ? [] : [`judge ${formatCost(judge)}`]),
    ...(user === 0 ? [] : [`simulated user ${formatCost(user)}`]),
  ];
  if (others.length === 0) return `Cost ${formatCost(total)}`;
  return `Cost ${formatCost(total)} (${[`model ${formatCost(model)}`, ...others].join(', ')})`;
}

/** `Cost $0.010 → $0.012 (+$0.0020)`; `undefined` if neither cost is known. */
export function costChangeText(cost: ComparedCost): string | undefined {
  if (cost.baseline === null && cost.candidate === null) return undefined;
  const change = cost.delta === null ? '' : ` (${formatCostDelta(cost.delta)})`;
  return `Cost ${formatCost(cost.baseline)} → ${formatCost(cost.candidate)}${change}`;
}
