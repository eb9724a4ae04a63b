import type { RunHead } from '@assay/contracts';
import { formatShortAgo, formatShortScore } from '@assay/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { addJsonOption, addServerOptions, toCount } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/write-output.ts';
import { formatTable } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

interface Options {
  readonly limit?: number;
  readonly search?: string;
  readonly model?: string;
  readonly tag?: string;
  readonly json?: string;
}

const DEFAULT_LIMIT = 20;

/** `assay runs`: lists runs, newest first. */
export const runsCommand: CommandModule = {
  define(command: Command) {
    command
      .option('--limit <n>', `how many (${DEFAULT_LIMIT})`, toCount)
      .option('--search <text>', 'only runs whose name contains this')
      .option('--model <id>', 'only runs of this model')
      .option('--tag <k=v>', 'only runs with this tag');
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { limit = DEFAULT_LIMIT, search, model, tag, json }: Options = options;
    const filter = { limit, q: search, model_id: model, tag };
    const { runs } = await client.runs.list(filter, { signal: context.signal });
    const { terminal } = context;
    if (await writeJson(context, json, runs)) return EXIT.pass;
    if (runs.length === 0) terminal.note('No run yet. `assay run` starts one.');
    else terminal.print(runTable(runs, terminal));
    return EXIT.pass;
  },
};

function runTable(runs: readonly RunHead[], terminal: Terminal): string {
  const now = Date.now();
  return formatTable({
    columns: [
      { title: 'Run' },
      { title: 'When' },
      { title: 'Name', isFlexible: true },
      { title: 'Model' },
      { title: 'Score', align: 'right' },
    ],
    rows: runs.map((run) => [
      { text: run.run_id },
      { text: formatShortAgo(run.created_at, now), style: terminal.colors.dim },
      { text: sanitizeLine(run.test_name) },
      { text: sanitizeLine(run.model_id).slice(0, 16) },
      { text: resultText(run) },
    ]),
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

/** The score of a completed run, the progress of a running one, else the state. */
function resultText({ state, scores, turns }: RunHead): string {
  const overall = scores?.['overall'] ?? scores?.['answered'];
  if (state === 'completed' && overall !== undefined) return formatShortScore(overall);
  return state === 'running' ? `${turns.finished}/${turns.total}` : state;
}
