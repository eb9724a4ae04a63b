import type { Client, Query } from '@fairtrial/client';
import { RunState, type RunHead } from '@fairtrial/contracts';
import {
  formatShortAgo,
  formatShortScore,
  formatStatus,
  headlineLabel,
  RUN_STATE_LABELS,
} from '@fairtrial/format';
import { Option, type Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { headlineOf } from '../runs/print-headline.ts';
import { formatTable, toneStyle, type Cell } from '../terminal/format-table.ts';
import { addJsonOption, addServerOptions, toCount } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/files.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

interface Options {
  readonly limit?: number;
  readonly search?: string;
  readonly model?: string;
  readonly tag?: string;
  readonly state?: RunState;
  readonly json?: string;
}

const DEFAULT_LIMIT = 20;
const MAX_PAGE = 200;

/** `fairtrial runs`: lists runs, newest first. */
export const runsCommand: CommandModule = {
  define(command: Command) {
    command
      .option('--limit <n>', `how many (${DEFAULT_LIMIT})`, toCount)
      .option('--search <text>', 'only runs whose name contains this')
      .option('--model <id>', 'only runs of this model')
      .option('--tag <k=v>', 'only runs with this tag')
      .addOption(
        new Option('--state <state>', 'only runs in this state').choices(RunState.options),
      );
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { limit = DEFAULT_LIMIT, search, model, tag, state, json }: Options = options;
    const filter = { q: search, model_id: model, tag, state };
    const runs = await listRuns({ client, signal: context.signal }, filter, limit);
    const { terminal } = context;
    if (await writeJson(context, json, runs)) return EXIT.pass;
    if (runs.length === 0) terminal.note(describeEmpty({ search, model, tag, state }));
    else terminal.print(runTable(runs, terminal));
    if (runs.some(({ pinned }) => pinned)) terminal.note('* pinned as the baseline of its test');
    return EXIT.pass;
  },
};

/**
 * Fetches pages until the limit is reached: the service scans a limited number of runs per page, so a page can be empty
 * although more follow.
 */
async function listRuns(
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
  filter: Query<'GET /runs'>,
  limit: number,
): Promise<readonly RunHead[]> {
  const runs: RunHead[] = [];
  let cursor: string | undefined;
  do {
    const size = Math.min(limit - runs.length, MAX_PAGE);
    const page = await client.request('GET /runs', {
      query: { ...filter, cursor, limit: size },
      signal,
    });
    runs.push(...page.runs);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && runs.length < limit);
  return runs;
}

/** Names the filters that matched no run; without filters there is no run at all. */
function describeEmpty(filters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : `--${name} ${sanitizeLine(value)}`,
  );
  return given.length === 0
    ? `No runs yet. \`${callFairtrial('run')}\` starts one.`
    : `No run matches ${given.join(' and ')}. \`${callFairtrial('runs')}\` lists all runs.`;
}

/** Enough characters to identify a run: the time to the millisecond and three random digits. */
const ID_WIDTH = 18;

function runTable(runs: readonly RunHead[], terminal: Terminal): string {
  const now = Date.now();
  return formatTable({
    columns: [
      { title: 'Run' },
      { title: 'When' },
      { title: 'Name', isFlexible: true },
      { title: 'Model', isFlexible: true },
      { title: 'Score', align: 'right' },
      { title: 'Result' },
    ],
    rows: runs.map((run) => [
      { text: run.run_id.slice(0, ID_WIDTH) },
      { text: formatShortAgo(run.created_at, now), style: terminal.colors.dim },
      { text: `${run.pinned ? '* ' : ''}${sanitizeLine(nameOf(run))}` },
      { text: sanitizeLine(run.model_id) },
      { text: formatShortScore(run.scores?.['overall']) },
      resultCell(run, terminal),
    ]),
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

/** `support@7`, or `nightly (support@7)` if the test has another name than its dataset. */
function nameOf({ test_name: name, dataset }: RunHead): string {
  if (dataset === null) return name;
  return dataset.startsWith(`${name}@`) ? dataset : `${name} (${dataset})`;
}

/** The label of the headline, or the progress of an active run. */
function resultCell(run: RunHead, { colors }: Terminal): Cell {
  const { state, turns, overview } = run;
  const label =
    state === 'failed' || overview
      ? headlineLabel(headlineOf({ ...run, result: null }))
      : RUN_STATE_LABELS[state];
  const progress = state === 'running' ? ` ${turns.finished}/${turns.total}` : '';
  return { text: `${formatStatus(label)}${progress}`, style: toneStyle(label.tone, colors) };
}
