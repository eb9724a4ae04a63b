import { DEFAULT_MARGIN, DEFAULT_METRIC, type Comparison } from '@fairtrial/contracts';
import { formatShortScore } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { changeCells } from '../runs/change-cells.ts';
import { runsTable } from '../runs/compared-runs.ts';
import { costChangeText, printChangeNotes, printWarnings } from '../runs/print-result.ts';
import { noteHeadline, printHeadline } from '../runs/print-headline.ts';
import { printRegressions } from '../runs/print-regressions.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { pickWorst } from '../runs/result-table.ts';
import {
  addJsonOption,
  addRowOptions,
  addServerOptions,
  toFraction,
  toMaxRows,
} from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/files.ts';
import { formatTable, type Cell } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

interface Options {
  readonly metric?: string;
  readonly margin?: number;
  readonly json?: string;
}

/** `fairtrial compare`: compares two runs, scenario by scenario, and exits with the code of the headline. */
export const compareCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<baseline>', RUN_ARGUMENT)
      .argument('<candidate>', RUN_ARGUMENT)
      .option('--metric <name>', `the metric to compare (${DEFAULT_METRIC})`)
      .option(
        '--margin <score>',
        `the largest change that counts as no change (${DEFAULT_MARGIN})`,
        toFraction,
      );
    addRowOptions(command);
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args: [first = '', second = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, config } = await openServices(context, options);
    const { signal, terminal } = context;
    const { metric, margin, json }: Options = options;
    const comparison = await client.request('GET /compare', {
      query: {
        baseline: await resolveRun({ client, config }, first, signal),
        candidate: await resolveRun({ client, config }, second, signal),
        metric,
        margin,
      },
      signal,
    });
    if (await writeJson(context, json, comparison)) noteHeadline(comparison.headline, terminal);
    else print(comparison, toMaxRows(options), terminal);
    return comparison.headline.exit_code;
  },
};

function print(comparison: Comparison, maxRows: number, terminal: Terminal): void {
  terminal.print(runsTable(comparison, terminal));
  terminal.print('');
  terminal.print(comparisonTable(comparison, maxRows, terminal));
  const costChange = costChangeText(comparison.cost);
  if (costChange !== undefined) terminal.print(costChange);
  printChangeNotes(comparison, terminal);
  printRegressions(comparison, terminal);
  printWarnings(comparison.warnings, terminal);
  printHeadline(comparison.headline, terminal);
}

/** One row per scenario, and a last row for all scenarios. */
function comparisonTable(comparison: Comparison, maxRows: number, terminal: Terminal): string {
  const { metric, metrics, on_this_suite: suite, basis } = comparison;
  const toCells = (name: string, row: Row): Cell[] => [
    { text: sanitizeLine(name) },
    { text: formatShortScore(row.baseline?.mean) },
    { text: formatShortScore(row.candidate?.mean) },
    ...changeCells({ ...row, basis }, terminal),
  ];
  const { shown, note } = pickWorst(comparison.scenarios, maxRows, ({ verdict, delta }) =>
    verdict?.result === 'regressed' ? verdict.delta - 2 : (delta ?? 0),
  );
  const whole = metrics[metric] ?? { baseline: null, candidate: null, delta: null };
  const table = formatTable({
    columns: [
      { title: 'Scenario', isFlexible: true },
      { title: 'Baseline', align: 'right' },
      { title: 'Candidate', align: 'right' },
      { title: '  Δ' },
      { title: 'Verdict' },
    ],
    rows: [
      ...shown.map((one) => toCells(one.name, one)),
      toCells(`All (${comparison.compared})`, { ...whole, verdict: suite }),
    ],
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
  return note === undefined ? table : `${table}\n${terminal.colors.dim(note)}`;
}

interface Row extends Pick<Comparison['scenarios'][number], 'baseline' | 'candidate' | 'delta'> {
  readonly verdict: Comparison['on_this_suite'] | Comparison['scenarios'][number]['verdict'];
}
