import type { Comparison } from '@assay/contracts';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { comparisonTable } from '../runs/comparison-table.ts';
import { costChangeText } from '../runs/cost-text.ts';
import { printRegressions } from '../runs/print-regressions.ts';
import { resolveRun } from '../runs/resolve-run.ts';
import { addJsonOption, writeJson } from '../settings/json-option.ts';
import { openServices } from '../settings/open-services.ts';
import { toShare } from '../settings/run-options.ts';
import { addServerOptions } from '../settings/server-options.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';

interface Options {
  readonly metric?: string;
  readonly margin?: number;
  readonly json?: string;
}

/** `assay compare`: did it get better, worse, or is it noise? */
export const compareCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<baseline>', 'the id of a run, or latest')
      .argument('<candidate>', 'the id of another, or latest')
      .option('--metric <name>', 'what decides (overall)')
      .option('--margin <share>', 'what counts as no change worth speaking of (0.03)', toShare);
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
  const paid = costChangeText(comparison.cost);
  if (paid !== undefined) terminal.print(paid);
  printRegressions(comparison, terminal);
  for (const warning of comparison.warnings) {
    terminal.note(terminal.noteColors.yellow(`! ${printable(warning)}`));
  }
}
