import { ApiError, type Body } from '@fairtrial/client';
import { ColumnUse, DatasetName, ImportFormat, type ImportResult } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { COLUMN_NAMES, importFile, type BatchJson } from '@fairtrial/imports';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import type { CommandContext, CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { addServerOptions } from '../settings/common-options.ts';
import { describeFileError, isFileError, resolveInside, saveFile } from '../settings/files.ts';
import { openServices } from '../settings/open-services.ts';
import { formatTable } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts';

interface Options {
  readonly format?: ImportFormat;
  readonly map?: Readonly<Record<string, ColumnUse>>;
  readonly name?: string;
  readonly output?: string;
  readonly dataset?: string;
}

/** `fairtrial import`: converts the tests of another tool into a batch, or adds them to a dataset. */
export const importCommand: CommandModule = {
  define(command: Command) {
    command
      .argument(
        '<file>',
        'tests of promptfoo, OpenAI evals, Langfuse or LangSmith, JSON Lines, CSV, or a batch',
      )
      .addOption(
        new Option('--format <format>', 'the format of the file (default: detected)').choices(
          ImportFormat.options,
        ),
      )
      .option(
        '--map <column=use>',
        `CSV: the use of a column (${ColumnUse.options.join(', ')}); can be repeated`,
        toColumnUse,
      )
      .option('--name <text>', 'the name of the batch (default: the name of the file)')
      .option('-o, --output <file>', 'the output file (default: stdout)')
      .option('--dataset <name>', 'add the scenarios to this stored dataset', toDatasetName);
    addServerOptions(command);
  },

  async run({ args: [file = ''], options, context }: Invocation): Promise<ExitCode> {
    const { terminal } = context;
    const { name, output, dataset } = options as Options;
    const result = await readSourceFile(context, file, options);
    const { scenarios } = result;
    if (scenarios.length === 0) {
      printLost(result, terminal);
      throw new CliError(EXIT.usage, `${file}: ${describeNothing(result)}`);
    }
    const batch: BatchJson = {
      test_name: name ?? basename(file, extname(file)),
      ...(result.system_prompt === null ? {} : { system_prompt: result.system_prompt }),
      test_batch: scenarios as BatchJson['test_batch'],
    };
    if (output !== undefined || dataset === undefined) await saveBatch(context, batch, output);
    const stored =
      dataset === undefined ? undefined : await store(context, options, { file, result });
    printLost(result, terminal);
    const turns = scenarios.flatMap(({ interactions }) => interactions).length;
    const what = `${scenarios.length} scenarios, ${turns} interactions, read as ${result.format}`;
    terminal.note(`${what}${output === undefined ? '' : `: ${output}`}`);
    if (stored !== undefined) terminal.note(stored);
    return EXIT.pass;
  },
};

function toColumnUse(
  text: string,
  before: Readonly<Record<string, ColumnUse>> = {},
): Readonly<Record<string, ColumnUse>> {
  const at = text.lastIndexOf('=');
  const use = ColumnUse.safeParse(text.slice(at + 1));
  if (at > 0 && use.success) return { ...before, [text.slice(0, at)]: use.data };
  throw new InvalidArgumentError(
    `It must be column=use; uses are ${ColumnUse.options.join(', ')}.`,
  );
}

function toDatasetName(text: string): string {
  const { error } = DatasetName.safeParse(text);
  if (error === undefined) return text;
  throw new InvalidArgumentError(`The name ${error.issues[0]?.message}.`);
}

async function saveBatch(
  { cwd, terminal }: CommandContext,
  batch: BatchJson,
  output: string | undefined,
): Promise<void> {
  const text = `${JSON.stringify(batch, null, 2)}\n`;
  if (output === undefined) terminal.write(terminal.isTerminal ? sanitizeText(text) : text);
  else await saveFile(cwd, output, [text]);
}

function describeNothing({ format, columns }: ImportResult): string {
  const isUnmapped = format === 'csv' && !columns.some(({ use }) => use === 'user_message');
  if (!isUnmapped) return `read as ${format}, no user message found`;
  const usual = (COLUMN_NAMES.user_message ?? []).join(', ');
  return `no column has the user messages; name one of the columns ${usual}, or set --map column=user_message`;
}

/** Lists what was lost and the other remarks. */
function printLost({ lost, notes }: ImportResult, terminal: Terminal): void {
  if (lost.length > 0) {
    const rows = lost.map(({ field, count, why }) => [
      { text: sanitizeLine(field) },
      { text: String(count) },
      { text: sanitizeLine(why) },
    ]);
    const columns = [
      { title: 'Left out' },
      { title: 'Times', align: 'right' as const },
      { title: 'Why' },
    ];
    const { columns: width, colors } = terminal;
    terminal.note(formatTable({ columns, rows, width, titleStyle: colors.dim }));
  }
  for (const note of notes) terminal.note(`! ${sanitizeLine(note)}`);
}

interface Imported {
  readonly file: string;
  readonly result: ImportResult;
}

/** Adds the scenarios to the dataset, or creates it. A scenario with the id of a stored one replaces it. */
async function store(
  context: CommandContext,
  options: Invocation['options'],
  { file, result }: Imported,
): Promise<string> {
  const { signal } = context;
  const name = String(options['dataset']);
  const { client } = await openServices(context, options);
  const message = `Imported from ${basename(file)}`;
  const scenarios = result.scenarios as Body<'PUT /datasets/:name'>['scenarios'];
  const before = await client
    .request('GET /datasets/:name', { name, signal })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
  const saved =
    before === undefined
      ? await client.request('PUT /datasets/:name', { name, body: { scenarios, message }, signal })
      : await client.request('POST /datasets/:name/changes', {
          name,
          body: { base_version: before.latest.version, upsert: scenarios, message },
          signal,
        });
  const { version, scenarios: total } = saved.version;
  const at = `${name}@${version} has ${formatMany(total, 'scenario')}`;
  return saved.created ? `Stored: ${at}.` : `Nothing changed: ${at}.`;
}

/** Every error names the file, since the user has to correct it. */
async function readSourceFile(
  { cwd }: CommandContext,
  file: string,
  { format, map, dataset }: Options,
): Promise<ImportResult> {
  try {
    const path = resolve(cwd, file);
    const readSibling = async (other: string): Promise<string> => {
      const sibling = await resolveInside(dirname(path), other);
      if (sibling === undefined)
        throw new Error(`${other} is outside the folder of the file: copy it there`);
      return readFile(sibling, 'utf8').catch((cause: unknown) => {
        const why = isFileError(cause) ? describeFileError(cause) : String(cause);
        throw new Error(`${other}: ${why}`, { cause });
      });
    };
    const source = { file, text: await readFile(path, 'utf8'), readSibling };
    // In a dataset, the place in a file would replace a scenario of another file.
    return await importFile(source, { format, columns: map, numbers: dataset === undefined });
  } catch (cause) {
    const why = isFileError(cause) ? describeFileError(cause) : (cause as Error).message;
    throw new CliError(EXIT.usage, why.startsWith(file) ? why : `${file}: ${why}`, { cause });
  }
}
