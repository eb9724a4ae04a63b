import { fieldErrors, PostedLabel } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { describeLabels } from '../runs/print-labels.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addJsonOption, addServerOptions } from '../settings/common-options.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import { readTextFile, writeJson } from '../settings/files.ts';

interface Options {
  readonly file?: string;
  readonly json?: string;
}

/** The most labels that the service accepts in one request. */
const LABELS_AT_ONCE = 100;

/** `fairtrial labels`: prints how people and the judge agree, and the pass rate by people. */
export const labelsCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', RUN_ARGUMENT)
      .option(
        '--file <labels.jsonl>',
        'store the labels of this file first: on each line {"position": {"scenario": 0, "attempt": 0}, "passed": true, "labeller": "Ada"}, with "draw", "check_id" and "note" if you like',
      );
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const { signal, terminal, cwd } = context;
    const { file, json }: Options = options;
    const labels = file === undefined ? [] : await readLabels(cwd, file);
    const runId = await resolveRun(services, named, signal);
    await storeLabels(services, runId, { labels, signal });
    if (file !== undefined) terminal.note(`Stored ${formatMany(labels.length, 'label')}.`);
    const report = await services.client.request('GET /runs/:run_id/labels', {
      run_id: runId,
      signal,
    });
    if (await writeJson(context, json, report)) return EXIT.pass;
    terminal.print(describeLabels(report, terminal));
    return EXIT.pass;
  },
};

/** Reads one label per line. Throws a usage error that names each faulty line. */
async function readLabels(cwd: string, file: string): Promise<readonly PostedLabel[]> {
  const lines = (await readTextFile(cwd, file)).split('\n');
  const labels: PostedLabel[] = [];
  const faults: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = PostedLabel.safeParse(parseLine(line), { reportInput: true });
    if (parsed.success) labels.push(parsed.data);
    else faults.push(`${file}, line ${at + 1}: ${describeFaults(parsed.error)}`);
  }
  if (faults.length > 0) throw new CliError(EXIT.usage, faults.slice(0, MAX_FAULTS).join('\n'));
  return labels;
}

const MAX_FAULTS = 20;

/** `undefined` if the line is not JSON, which no schema accepts. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function describeFaults(error: Parameters<typeof fieldErrors>[0]): string {
  const faults = fieldErrors(error).map(({ pointer, detail }) =>
    pointer === '' ? detail : `${pointer.slice(1)}: ${detail}`,
  );
  return faults.join('; ');
}

interface LabelsToStore {
  readonly labels: readonly PostedLabel[];
  readonly signal: AbortSignal;
}

/** The answer does not reveal what the judge found, so that labels of a draw stay blind if the file is changed. */
async function storeLabels(
  { client }: Services,
  runId: string,
  { labels, signal }: LabelsToStore,
): Promise<void> {
  for (let from = 0; from < labels.length; from += LABELS_AT_ONCE) {
    const page = labels.slice(from, from + LABELS_AT_ONCE);
    await client.request('POST /runs/:run_id/labels', {
      run_id: runId,
      body: { labels: page, reveal: false },
      signal,
    });
  }
}
