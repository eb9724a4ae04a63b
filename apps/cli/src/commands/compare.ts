import {
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  type Comparison,
  type ComparisonVerdict,
} from '@assay/contracts';
import { formatShortChange, formatShortScore, NONE, VERDICT_LABELS } from '@assay/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { costChangeText } from '../runs/cost-text.ts';
import { printRegressions } from '../runs/print-regressions.ts';
import { resolveRun } from '../runs/resolve-run.ts';
import { verdictStyle } from '../runs/verdict-style.ts';
import { addJsonOption, addServerOptions, toFraction } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/write-output.ts';
import { formatTable, type Cell } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

interface Options {
  readonly metric?: string;
  readonly margin?: number;
  readonly json?: string;
}

/** `assay compare`: compares two runs, scenario by scenario. */
export const compareCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<baseline>', 'the id of a run, or latest')
      .argument('<candidate>', 'the id of another run, or latest')
      .option('--metric <name>', `the metric to compare (${DEFAULT_METRIC})`)
      .option(
        '--margin <score>',
        `the largest change that counts as no change (${DEFAULT_MARGIN})`,
        toFraction,
      );
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args: [first = '', second = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { signal, terminal } = context;
    const { metric, margin, json }: Options = options;
    const comparison = await client.compare(
      {
        baseline: await resolveRun(client, first, signal),
        candidate: await resolveRun(client, second, signal),
        metric,
        margin,
      },
      { signal },
    );
    if (!(await writeJson(context, json, comparison))) print(comparison, terminal);
    const hasRegressed = comparison.scenarios.some(
      ({ verdict }) => verdict?.result === 'regressed',
    );
    return hasRegressed ? EXIT.fail : EXIT.pass;
  },
};

function print(comparison: Comparison, terminal: Terminal): void {
  terminal.print(comparisonTable(comparison, terminal));
  const costChange = costChangeText(comparison.cost);
  if (costChange !== undefined) terminal.print(costChange);
  printRegressions(comparison, terminal);
  for (const warning of comparison.warnings) {
    terminal.note(terminal.noteColors.yellow(`! ${sanitizeLine(warning)}`));
  }
}

interface Row {
  readonly name: string;
  readonly means: readonly [number | undefined, number | undefined];
  readonly delta: number | null;
  readonly interval: readonly [number, number] | null;
  readonly verdict: ComparisonVerdict | null;
}

/** One row for each scenario, and all scenarios in the last row. */
function comparisonTable(comparison: Comparison, terminal: Terminal): string {
  const { metric, metrics, on_this_suite: suite } = comparison;
  const rows = comparison.scenarios.map((one): Row => ({
    name: sanitizeLine(one.name),
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
  const sign = verdict === null ? ' ' : VERDICT_LABELS[verdict.result].glyph;
  return [
    { text: name },
    ...means.map((mean) => ({ text: formatShortScore(mean) })),
    { text: delta === null ? NONE : `${sign} ${formatShortChange(delta, interval)}`, style },
    { text: verdict ? VERDICT_LABELS[verdict.result].label : NONE, style },
  ];
}
