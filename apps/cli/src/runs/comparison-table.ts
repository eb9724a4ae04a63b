import type { Comparison, ComparisonVerdict } from '@assay/contracts';
import { formatTable, type Cell } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { deltaText, scoreText } from './score-text.ts';
import { VERDICT_SIGNS, verdictStyle } from './verdict-style.ts';

interface Row {
  readonly name: string;
  readonly means: readonly [number | undefined, number | undefined];
  readonly delta: number | null;
  readonly interval: readonly [number, number] | null;
  readonly verdict: ComparisonVerdict | null;
}

/** Two runs by scenario; all together in the last row. */
export function comparisonTable(comparison: Comparison, terminal: Terminal): string {
  const { metric, metrics, on_this_suite: suite } = comparison;
  const rows = comparison.scenarios.map((one): Row => ({
    name: printable(one.name),
    means: [one.baseline?.mean, one.candidate?.mean],
    delta: one.delta,
    interval: one.ci95,
    verdict: one.verdict,
  }));
  const whole = metrics[metric];
  const all: Row = {
    name: `All (${comparison.compared})`,
    means: [whole?.baseline?.mean, whole?.candidate?.mean],
    delta: suite?.delta ?? whole?.delta ?? null,
    interval: suite?.interval ?? null,
    verdict: suite,
  };
  return formatTable({
    columns: [
      { title: 'Scenario', isFlexible: true },
      { title: 'Baseline', align: 'right' },
      { title: 'Candidate', align: 'right' },
      { title: '  Δ' },
      { title: 'Verdict' },
    ],
    rows: [...rows, all].map((row) => toCells(row, terminal)),
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

function toCells({ name, means, delta, interval, verdict }: Row, { colors }: Terminal): Cell[] {
  const style = verdictStyle(verdict?.result, colors);
  const sign = verdict === null ? ' ' : VERDICT_SIGNS[verdict.result];
  return [
    { text: name },
    ...means.map((mean) => ({ text: mean === undefined ? '–' : scoreText(mean) })),
    { text: delta === null ? '–' : `${sign} ${deltaText(delta, interval)}`, style },
    { text: verdict?.result ?? '–', style },
  ];
}
