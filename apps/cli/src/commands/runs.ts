import type { RunHead } from '@assay/contracts';
import {
  formatShortAgo,
  formatShortScore,
  formatStatus,
  headlineLabel,
  RUN_STATE_LABELS,
} from '@assay/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { headlineOf } from '../runs/headline-of.ts';
import { toneStyle } from '../runs/tone-style.ts';
import { addJsonOption, addServerOptions, toCount } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/write-output.ts';
import { formatTable, type Cell } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { truncateText } from '../terminal/text-layout.ts';

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
    if (runs.some(({ pinned }) => pinned)) terminal.note('* pinned as the baseline of its test');
    return EXIT.pass;
  },
};

const MODEL_WIDTH = 12;

function runTable(runs: readonly RunHead[], terminal: Terminal): string {
  const now = Date.now();
  return formatTable({
    columns: [
      { title: 'Run' },
      { title: 'When' },
      { title: 'Name', isFlexible: true },
      { title: 'Model' },
      { title: 'Score', align: 'right' },
      { title: 'Result' },
    ],
    rows: runs.map((run) => [
      { text: run.run_id },
      { text: formatShortAgo(run.created_at, now), style: terminal.colors.dim },
      { text: `${run.pinned ? '* ' : ''}${sanitizeLine(run.test_name)}` },
      { text: truncateText(sanitizeLine(run.model_id), MODEL_WIDTH) },
      { text: formatShortScore(run.scores?.['overall']) },
      resultCell(run, terminal),
    ]),
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

/** The word of the headline, or the progress of a run that is going on. */
function resultCell(run: RunHead, { colors }: Terminal): Cell {
  const { state, turns, overview } = run;
  const label =
    state === 'failed' || overview
      ? headlineLabel(headlineOf({ ...run, result: null }))
      : RUN_STATE_LABELS[state];
  const progress = state === 'running' ? ` ${turns.finished}/${turns.total}` : '';
  return { text: `${formatStatus(label)}${progress}`, style: toneStyle(label.tone, colors) };
}
