import { DatasetName, type Dataset } from '@fairtrial/contracts';
import { formatCount, formatMany, formatShortAgo } from '@fairtrial/format';
import { Argument, type Command } from 'commander';
import { findFiles } from '../../batch/find-files.ts';
import { readBatchFiles } from '../../batch/read-batch-file.ts';
import type { CommandContext, CommandModule, Invocation } from '../../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../../command/exit-code.ts';
import { callFairtrial } from '../../command/program-name.ts';
import {
  changedFields,
  countChanges,
  describeCounts,
  printDifference,
  type DifferentScenario,
} from '../../datasets/print-difference.ts';
import { compareVersions, compareWithFiles } from '../../datasets/find-difference.ts';
import { identifyScenarios, type IdentifiedScenario } from '../../datasets/identify-scenarios.ts';
import { pushDataset } from '../../datasets/push-dataset.ts';
import { parseReference, readDataset, readRows } from '../../datasets/read-dataset.ts';
import { addJsonOption, addServerOptions, toCount } from '../../settings/common-options.ts';
import { openServices, type Services } from '../../settings/open-services.ts';
import { replaceFile, writeJson } from '../../settings/files.ts';
import { formatTable } from '../../terminal/format-table.ts';
import type { Terminal } from '../../terminal/open-terminal.ts';
import { sanitizeLine, sanitizeText } from '../../terminal/sanitize.ts';

/** `fairtrial datasets`: lists, reads, changes and compares the datasets of the service. */
export const datasetsCommand: CommandModule = {
  define(command: Command) {
    command
      .addArgument(new Argument('<action>', 'what to do').choices(Object.keys(ACTIONS)))
      .argument('[name]', 'the dataset; pull and diff also take a version, like support@7')
      .argument('[files...]', 'the batches to push or to compare with; diff also takes support@8')
      .option('-o, --output <file>', 'pull: the output file (default: stdout)')
      .option('-m, --message <text>', 'push: why the version is made')
      .option(
        '--base <version>',
        'push: the version that the files were edited from; refused if there is a newer one',
        toCount,
      )
      .option('--force', 'push: allow that more than half of the scenarios are removed');
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args, options, context }: Invocation): Promise<ExitCode> {
    const [action = '', ...rest] = args;
    const services = await openServices(context, options);
    return ACTIONS[action as keyof typeof ACTIONS]({ context, services, options }, rest);
  },
};

interface Call {
  readonly context: CommandContext;
  readonly services: Services;
  readonly options: Readonly<Record<string, unknown>>;
}

const ACTIONS = { list, pull, push, diff } as const;

async function list({ context, services: { client }, options }: Call): Promise<ExitCode> {
  const { signal, terminal } = context;
  const datasets: Dataset[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request('GET /datasets', { query: { cursor }, signal });
    datasets.push(...page.datasets);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  if (!(await writeJson(context, options['json'], { datasets }))) printDatasets(datasets, terminal);
  return EXIT.pass;
}

function printDatasets(datasets: readonly Dataset[], terminal: Terminal): void {
  if (datasets.length === 0) {
    terminal.note(`No datasets yet. \`${callFairtrial('datasets push NAME FILES…')}\` stores one.`);
    return;
  }
  const { columns: width, colors } = terminal;
  const now = Date.now();
  const rows = datasets.map(({ name, latest }) => [
    { text: `${name}@${latest.version}` },
    { text: formatCount(latest.scenarios) },
    { text: formatShortAgo(latest.created_at, now), style: colors.dim },
    { text: sanitizeLine(latest.author ?? ''), style: colors.dim },
    { text: sanitizeLine(latest.message) },
  ]);
  const columns = [
    { title: 'Dataset', isFlexible: true },
    { title: 'Scenarios', align: 'right' as const },
    { title: 'Changed' },
    { title: 'By', isFlexible: true },
    { title: 'Message', isFlexible: true },
  ];
  terminal.print(formatTable({ columns, rows, width, titleStyle: colors.dim }));
}

/** Writes a batch that `push` reads back without making a version. */
async function pull(call: Call, [named]: readonly string[]): Promise<ExitCode> {
  const { context, services, options } = call;
  const { signal, terminal, cwd } = context;
  const caller = { client: services.client, signal };
  const view = await readDataset(caller, parseReference(requireName(named)));
  const { name, version } = view;
  const rows = readRows(caller, name, { version: version.version, content: true });
  const text = batchText(name, rows);
  const { output, json } = options;
  const file = output ?? (json === '-' ? undefined : json);
  if (typeof file === 'string') {
    await replaceFile(cwd, file, text);
    if (output !== undefined) await writeJson(context, json, view);
    terminal.note(
      `${name}@${version.version}, ${formatMany(version.scenarios, 'scenario')}: ${file}`,
    );
    return EXIT.pass;
  }
  for await (const piece of text) {
    terminal.write(terminal.isTerminal ? sanitizeText(piece) : piece);
  }
  return EXIT.pass;
}

async function* batchText(name: string, rows: ReturnType<typeof readRows>): AsyncGenerator<string> {
  yield `{\n  "test_name": ${JSON.stringify(name)},\n  "test_batch": [`;
  let separator = '\n';
  for await (const { content } of rows) {
    const text = JSON.stringify(content, null, 2);
    yield `${separator}    ${text.replaceAll('\n', '\n    ')}`;
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}

async function push(
  { context, services, options }: Call,
  args: readonly string[],
): Promise<ExitCode> {
  const { signal, terminal } = context;
  const [named, ...patterns] = args;
  const name = requireName(named);
  const { error } = DatasetName.safeParse(name);
  if (error !== undefined) {
    throw new CliError(EXIT.usage, `the name '${name}' ${error.issues[0]?.message}`);
  }
  const scenarios = await readScenarios(context, patterns, `datasets push ${name} FILES…`);
  const { message, base, force } = options as PushOptions;
  const saved = await pushDataset(
    { client: services.client, signal, terminal },
    { name, scenarios, message, base, isForced: force === true },
  );
  if (await writeJson(context, options['json'], saved)) return EXIT.pass;
  const { version } = saved.version;
  const size = formatMany(saved.version.scenarios, 'scenario');
  terminal.print(
    saved.created
      ? `Stored ${name}@${version}: ${size}`
      : `Nothing changed: ${name}@${version} has the same ${size}`,
  );
  return EXIT.pass;
}

interface PushOptions {
  readonly message?: string;
  readonly base?: number;
  readonly force?: boolean;
}

const VERSION = /^[a-z0-9][a-z0-9-]*@(?:latest|\d+)$/;

async function diff(
  { context, services, options }: Call,
  args: readonly string[],
): Promise<ExitCode> {
  const { signal, terminal } = context;
  const [named, ...others] = args;
  const caller = { client: services.client, signal };
  const { name, version } = await readDataset(caller, parseReference(requireName(named)));
  const from = version.version;
  const [other = ''] = others;
  let scenarios: readonly DifferentScenario[];
  let against = 'the files';
  if (others.length === 1 && VERSION.test(other)) {
    const to = await readDataset(caller, parseReference(other));
    if (to.name !== name) {
      throw new CliError(
        EXIT.usage,
        `${name} and ${to.name} are different datasets: compare versions of one, or a dataset with files`,
      );
    }
    against = `${name}@${to.version.version}`;
    scenarios = await compareVersions(caller, name, { from, to: to.version.version });
  } else {
    const read = await readScenarios(context, others, `datasets diff ${name} FILES…`);
    scenarios = await compareWithFiles(caller, { name, version: from }, read);
  }
  const counts = countChanges(scenarios);
  const isEqual = scenarios.length === 0;
  const json = {
    from: `${name}@${from}`,
    to: against,
    ...counts,
    scenarios: scenarios.map(toJson),
  };
  if (!(await writeJson(context, options['json'], json))) {
    printDifference(scenarios, terminal);
    terminal.print(`${name}@${from} and ${against}: ${isEqual ? 'equal' : describeCounts(counts)}`);
  }
  return isEqual ? EXIT.pass : EXIT.fail;
}

function toJson({ id, name, change, before, after }: DifferentScenario): object {
  const isChanged = change === 'changed' && before !== null && after !== null;
  const fields = isChanged ? changedFields(before, after) : [];
  return {
    id,
    name,
    change,
    fields: fields.map(({ pointer, before: old, after: now }) => {
      return { pointer, before: old ?? null, after: now ?? null };
    }),
  };
}

function requireName(named: string | undefined): string {
  if (named !== undefined) return named;
  throw new CliError(
    EXIT.usage,
    `no name: give the name of a dataset; \`${callFairtrial('datasets list')}\` lists them`,
  );
}

async function readScenarios(
  { cwd }: CommandContext,
  patterns: readonly string[],
  usage: string,
): Promise<readonly IdentifiedScenario[]> {
  if (patterns.length === 0) {
    throw new CliError(EXIT.usage, `no files: \`${callFairtrial(usage)}\``);
  }
  return identifyScenarios(await readBatchFiles(cwd, await findFiles(cwd, patterns)));
}
