import type { RunHead } from '@assay/contracts';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { agoText } from '../runs/ago-text.ts';
import { scoreText } from '../runs/score-text.ts';
import { addJsonOption, writeJson } from '../settings/json-option.ts';
import { openServices } from '../settings/open-services.ts';
import { toCount } from '../settings/run-options.ts';
import { addServerOptions } from '../settings/server-options.ts';
import { formatTable } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';

interface Options {
  readonly limit?: number;
  readonly search?: string;
  readonly model?: string;
  readonly tag?: string;
  readonly json?: string;
}

const SHOWN = 20;

/** `assay runs`: what was run here, newest first. */
export const runsCommand: CommandModule = {
  define(command: Command) {
    command
      .option('--limit <n>', 'how many', toCount)
      .option('--search <text>', 'part of the name')
      .option('--model <id>', 'only of this model')
      .option('--tag <k=v>', 'only with this tag');
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { limit = SHOWN, search, model, tag, json }: Options = options;
    const filter = { limit, q: search, model_id: model, tag };
    const { runs } = await client.runs.list(filter, { signal: context.signal });
    const { terminal } = context;
    if (await writeJson(context, json, runs)) return EXIT.pass;
    if (runs.length === 0) terminal.note('No run yet. `assay run` starts one.');
    else terminal.print(tableOf(runs, terminal));
    return EXIT.pass;
  },
};

function tableOf(runs: readonly RunHead[], terminal: Terminal): string {
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
      { text: agoText(now - Date.parse(run.created_at)), style: terminal.colors.dim },
      { text: printable(run.test_name) },
      { text: printable(run.model_id).slice(0, 16) },
      { text: stateText(run) },
    ]),
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

/** What came out, or how far it is. */
function stateText({ state, scores, turns }: RunHead): string {
  const overall = scores?.['overall'] ?? scores?.['answered'];
  if (state === 'completed' && overall !== undefined) return scoreText(overall);
  return state === 'running' ? `${turns.finished}/${turns.total}` : state;
}
