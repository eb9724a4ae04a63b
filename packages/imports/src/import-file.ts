import {
  findExcess,
  INPUT_LIMITS,
  serializeScenario,
  TestBatch,
  toPointer,
  type ColumnUse,
  type ImportFormat,
  type ImportResult,
} from '@fairtrial/contracts';
import { conversationsToBatch, type NamedConversation } from './conversations-to-batch.ts';
import { detectFormat } from './detect-format.ts';
import { fromFairtrial } from './from-fairtrial.ts';
import { fromCsv, type CsvColumn } from './from-csv.ts';
import { fromItems } from './from-items.ts';
import { fromOpenAiEval } from './from-openai-eval.ts';
import { fromPromptfoo } from './promptfoo/from-promptfoo.ts';
import { IMPORT_LIMITS, ImportError, limitExceeded, unreadable } from './import-error.ts';
import { createImportLog, type ImportLog } from './import-log.ts';
import { hasFields } from './item-values.ts';
import { parseCsv, readContent, type Content, type SourceFile } from './source-file.ts';

export interface ImportOptions {
  /** Default: detected. */
  readonly format?: ImportFormat | undefined;
  /** CSV: the use of each column. */
  readonly columns?: Readonly<Record<string, ColumnUse>> | undefined;
  /** Gives scenarios without an id their place in the file, such as `line-3`; otherwise they have none. */
  readonly numbers?: boolean;
}

interface Converted {
  readonly scenarios: readonly object[];
  readonly systemPrompt: string | undefined;
  readonly columns?: readonly CsvColumn[];
}

interface Importing {
  readonly source: SourceFile;
  readonly content: Content;
  readonly options: ImportOptions;
  readonly log: ImportLog;
}

/** Converts a file of another tool. Throws an `ImportError` if it cannot be read. */
export async function importFile(
  source: SourceFile,
  options: ImportOptions = {},
): Promise<ImportResult> {
  try {
    return await convertFile(source, options);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ImportError('limit_exceeded', `${source.file}: is nested too deep`, { cause });
  }
}

async function convertFile(source: SourceFile, options: ImportOptions): Promise<ImportResult> {
  const { file, text } = source;
  const content: Content =
    options.format === 'csv'
      ? { kind: 'table', table: parseCsv(file, text) }
      : readContent(file, text);
  const format = options.format ?? detectFormat(content);
  if (format === undefined) {
    throw unreadable(`${file}: the format was not recognised: choose one (--format)`);
  }
  const log = createImportLog();
  const converted = await convert(format, { source, content, options, log });
  const scenarios = finish(converted.scenarios, options.numbers === true, log);
  return {
    format,
    scenarios: [...scenarios],
    system_prompt: converted.systemPrompt ?? null,
    lost: [...log.lost],
    notes: [...log.notes],
    columns: [...(converted.columns ?? [])],
  };
}

async function convert(format: ImportFormat, importing: Importing): Promise<Converted> {
  const { source, content, options, log } = importing;
  if (options.columns !== undefined && format !== 'csv') {
    throw unreadable(`${source.file}: is read as ${format}; only columns of CSV can be mapped`);
  }
  if (format === 'fairtrial') return fromFairtrial(source.file, content, log);
  if (format === 'csv') {
    if (content.kind !== 'table') throw unreadable(`${source.file}: is not CSV`);
    const { conversations, columns } = fromCsv(content.table, options.columns ?? {}, log);
    return { ...toBatch(conversations, importing), columns };
  }
  if (format === 'promptfoo') return toBatch(await fromPromptfoo(content, source, log), importing);
  const isEval =
    content.kind === 'document' && hasFields(content.value) && 'testing_criteria' in content.value;
  return format === 'openai-evals' && isEval
    ? toBatch(fromOpenAiEval(source.file, content.value, log), importing)
    : toBatch(fromItems(format, content, log), importing);
}

function toBatch(
  conversations: readonly NamedConversation[],
  { options, log }: Importing,
): Converted {
  if (conversations.length > IMPORT_LIMITS.scenarios) {
    throw limitExceeded(
      `the file has ${conversations.length} scenarios, more than ${IMPORT_LIMITS.scenarios}: split it`,
    );
  }
  const named = conversations.map((one) => ({
    ...one,
    id: one.id ?? (options.numbers === true ? one.position : undefined),
  }));
  const { scenarios, systemPrompt, hasOwnPrompts } = conversationsToBatch(named);
  if (hasOwnPrompts) {
    log.note('system prompts differ, so each was put before the first message of its scenario');
  }
  return { scenarios, systemPrompt };
}

const MAX_CHECKS = 20;
const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 64;
const MAX_ID = INPUT_LIMITS.name_chars;

/** Validates the scenarios, and leaves out and lists those that are not valid. */
function finish(
  found: readonly object[],
  keepsEqual: boolean,
  log: ImportLog,
): readonly TestBatch[] {
  const json = JSON.stringify(found);
  const { values, characters, depth } = IMPORT_LIMITS;
  const excess = findExcess(json, { values, depth })?.limit;
  if (excess === 'depth') throw limitExceeded(`the scenarios have more than ${depth} levels`);
  if (excess === 'values') {
    throw limitExceeded(`the scenarios have more than ${values} values: split the file`);
  }
  if (json.length > characters) {
    throw limitExceeded(`the scenarios have more than ${characters} characters: split the file`);
  }
  const seen = { ids: new Map<string, number>(), contents: new Set<string>() };
  return (JSON.parse(json) as object[]).flatMap((one) => {
    const parsed = TestBatch.safeParse(cutLists(one, log));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
      log.lose('(scenarios)', `${toPointer(path)} ${issue?.message ?? 'is not valid'}`);
      return [];
    }
    const scenario = makeUnique(
      JSON.parse(JSON.stringify(parsed.data)) as TestBatch,
      seen.ids,
      log,
    );
    if (scenario.id !== undefined || keepsEqual) return scenario;
    const content = serializeScenario(scenario);
    if (seen.contents.has(content)) {
      log.lose('(scenarios)', 'it is equal to another one');
      return [];
    }
    seen.contents.add(content);
    return scenario;
  });
}

function isTag(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TAG_LENGTH;
}

function cutLists(scenario: object, log: ImportLog): object {
  const { interactions, tags } = scenario as { interactions?: unknown; tags?: unknown };
  if (!Array.isArray(interactions)) return scenario;
  const labels: readonly unknown[] = Array.isArray(tags) ? tags : [];
  const kept = labels.filter((tag) => isTag(tag)).slice(0, MAX_TAGS);
  if (kept.length < labels.length) {
    const why = `a scenario has at most ${MAX_TAGS} tags of 1 to ${MAX_TAG_LENGTH} characters`;
    log.lose('tags', why, labels.length - kept.length);
  }
  return {
    ...scenario,
    ...(labels.length > 0 ? { tags: kept } : {}),
    interactions: interactions.map((one: { checks?: unknown }) => {
      if (!Array.isArray(one.checks) || one.checks.length <= MAX_CHECKS) return one;
      log.lose(
        'checks',
        `a reply has at most ${MAX_CHECKS} checks`,
        one.checks.length - MAX_CHECKS,
      );
      return { ...one, checks: one.checks.slice(0, MAX_CHECKS) };
    }),
  };
}

/** Ids are unique in a dataset. */
function makeUnique(scenario: TestBatch, taken: Map<string, number>, log: ImportLog): TestBatch {
  const { id } = scenario;
  if (id === undefined) return scenario;
  let no = taken.get(id) ?? 1;
  let unique = id;
  for (; taken.has(unique); no += 1) unique = `${id.slice(0, MAX_ID - 8)}-${no + 1}`;
  taken.set(id, no);
  taken.set(unique, 1);
  if (unique !== id) log.note('some ids occur more than once, so -2, -3 and so on was added');
  return { ...scenario, id: unique };
}
