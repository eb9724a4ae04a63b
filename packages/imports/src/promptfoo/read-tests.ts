import { unreadable } from '../import-error.ts';
import { isEmpty, type ImportLog } from '../import-log.ts';
import { hasFields } from '../item-values.ts';
import { parseExpectedCell } from './parse-expected-cell.ts';
import { isCode, isRemote, NOT_SENT, PromptfooPrompt } from './read-prompt.ts';
import { PromptfooAssert } from './to-expected.ts';
import { readContent, type Content, type SourceFile, type Table } from '../source-file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One test, without what could not be read. */
export interface PromptfooTest {
  readonly description?: string | undefined;
  readonly vars: Fields;
  readonly assert: readonly PromptfooAssert[];
  readonly metadata?: Fields | undefined;
  /** False if lists in variables are values as they are; absent if the default test decides. */
  readonly expandsLists?: boolean | undefined;
  /** False if the assertions of the default test do not count. */
  readonly hasDefaults: boolean;
}

export interface PromptfooConfig {
  readonly prompts: readonly PromptfooPrompt[];
  readonly tests: readonly unknown[];
  readonly defaultTest: PromptfooTest;
}

const IN_RUN = 'the endpoint and the model are set in the run';
const REASONS = {
  providers: IN_RUN,
  targets: IN_RUN,
  description: 'a batch has only a name',
  scenarios: 'write the combinations as tests',
  provider: IN_RUN,
  threshold: 'every check must pass that is not optional',
  '<<': 'merge keys are not read: write the fields out',
};
const AROUND_PROMPT = 'messages have the prompt only: write it into the prompt';
const OPTIONS = {
  prefix: AROUND_PROMPT,
  suffix: AROUND_PROMPT,
  provider: 'judges are set in the run',
  rubricPrompt: 'judges have their own prompt',
  transform: 'checks read the reply as it is',
};
const NO_FIELD = 'a batch has no such field';
const EMPTY: PromptfooTest = { vars: {}, assert: [], hasDefaults: true };

/** The parts of a configuration; a list has only tests, and CSV and JSON Lines too. */
export function readConfig(content: Content, log: ImportLog): PromptfooConfig {
  if (content.kind === 'table') return onlyTests(readRows(content.table, log));
  if (content.kind === 'lines') return onlyTests(content.entries.map(({ value }) => value));
  const { value } = content;
  if (Array.isArray(value)) return onlyTests(value);
  if (!hasFields(value))
    throw unreadable('a promptfoo file has tests: a list, or an object with tests');
  const { prompts = [], tests = [], defaultTest } = value;
  const known = ['prompts', 'tests', 'defaultTest'];
  log.loseOthers(value, { known, reasons: REASONS, why: NO_FIELD });
  return {
    prompts: [prompts].flat().flatMap((one: unknown): readonly PromptfooPrompt[] => {
      const prompt = PromptfooPrompt.safeParse(one);
      if (!prompt.success) log.lose('prompts', 'a prompt must be a text');
      return prompt.data === undefined ? [] : [prompt.data];
    }),
    tests: [tests].flat(),
    defaultTest: defaultTest == null ? EMPTY : readTest(defaultTest, 'defaultTest', log),
  };
}

function onlyTests(tests: readonly unknown[]): PromptfooConfig {
  return { prompts: [], tests, defaultTest: EMPTY };
}

/** Tests are in the configuration, or in files that it names. */
export async function readTests(
  tests: readonly unknown[],
  source: SourceFile,
  log: ImportLog,
): Promise<readonly PromptfooTest[]> {
  const found: PromptfooTest[] = [];
  for (const one of tests) {
    if (typeof one !== 'string') found.push(readTest(one, 'tests', log));
    else {
      const path = one.replace(/^file:\/\//, '');
      const why = whyUnread(path);
      if (why !== undefined || source.readSibling === undefined) {
        log.lose(`tests (${path})`, why ?? NOT_SENT);
      } else {
        const content = readContent(path, await source.readSibling(path));
        const { tests: inner } = readConfig(content, log);
        found.push(...inner.map((test) => readTest(test, 'tests', log)));
      }
    }
  }
  return found;
}

function whyUnread(path: string): string | undefined {
  if (isCode(path)) return 'tests that code makes are not read: write them to a file';
  if (isRemote(path)) return 'tests of other servers are not read: write them to a file';
  return path.includes('*') ? 'files with * in the name are not read: name each file' : undefined;
}

function readTest(value: unknown, path: string, log: ImportLog): PromptfooTest {
  if (!hasFields(value)) {
    log.lose(path, typeof value === 'string' ? NOT_SENT : 'a test must be an object');
    return EMPTY;
  }
  const prefix = `${path}.`;
  const { description, vars, assert, metadata, options } = value;
  const known = ['description', 'vars', 'assert', 'metadata', 'options'];
  log.loseOthers(value, { prefix, known, reasons: REASONS, why: NO_FIELD });
  const read = (fields: unknown, name: string, why: string): Fields => {
    if (hasFields(fields)) return fields;
    if (!isEmpty(fields)) log.lose(`${prefix}${name}`, why);
    return {};
  };
  const isNamed = typeof description === 'string' && path === 'tests';
  if (description != null && !isNamed) log.lose(`${prefix}description`, NO_FIELD);
  return {
    ...(isNamed ? { description } : {}),
    vars: read(vars, 'vars', NOT_SENT),
    ...readOptions(read(options, 'options', NO_FIELD), prefix, log),
    assert: readAsserts(assert, prefix, log),
    metadata: read(metadata, 'metadata', NO_FIELD),
  };
}

function readOptions(
  options: Fields,
  path: string,
  log: ImportLog,
): Pick<PromptfooTest, 'expandsLists' | 'hasDefaults'> {
  const { disableVarExpansion: keepsLists, disableDefaultAsserts: hasNoDefaults } = options;
  const prefix = `${path}options.`;
  const known = ['disableVarExpansion', 'disableDefaultAsserts'];
  log.loseOthers(options, { prefix, known, reasons: OPTIONS, why: NO_FIELD });
  return {
    ...(typeof keepsLists === 'boolean' ? { expandsLists: !keepsLists } : {}),
    hasDefaults: hasNoDefaults !== true,
  };
}

function readAsserts(value: unknown, prefix: string, log: ImportLog): readonly PromptfooAssert[] {
  return [value ?? []].flat().flatMap((one) => {
    const parsed = PromptfooAssert.safeParse(one);
    if (parsed.success) return parsed.data;
    const isReference = hasFields(one) && '$ref' in one;
    const why = isReference
      ? 'references to templates are not read: write the assertion out'
      : 'an assertion needs a type, and a threshold must be a number';
    log.lose(`${prefix}assert${isReference ? ' ($ref)' : ''}`, why);
    return [];
  });
}

const COLUMNS = {
  __prefix: AROUND_PROMPT,
  __suffix: AROUND_PROMPT,
  __threshold: REASONS.threshold,
};
const METADATA_COLUMN = /^__metadata:(.+?)(\[\])?$/;

/** Each column is a variable, except those that begin with two underscores. */
function readRows({ names, rows }: Table, log: ImportLog): readonly Fields[] {
  return rows.map((cells) => {
    const columns = names.flatMap((name, at) => {
      const cell = cells[at] ?? '';
      return cell === '' ? [] : [[name, cell] as const];
    });
    const vars = columns.filter(([name]) => !name.startsWith('__'));
    const expected = columns.filter(([name]) => name.startsWith('__expected'));
    const metadata = columns.flatMap(([name, cell]) => {
      const [, key, isList] = METADATA_COLUMN.exec(name) ?? [];
      const value = isList ? splitList(cell) : cell;
      return key === undefined ? [] : [[key, value] as const];
    });
    const unread = columns.filter(([name]) => !isRead(name));
    log.loseOthers(Object.fromEntries(unread), { known: [], reasons: COLUMNS, why: NO_FIELD });
    const description = columns.find(([name]) => name === '__description')?.[1];
    return {
      ...(description === undefined ? {} : { description }),
      vars: Object.fromEntries(vars),
      assert: expected.flatMap(([, cell]) => parseExpectedCell(cell) ?? []),
      ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
    };
  });
}

function isRead(name: string): boolean {
  return /^__expected|^__description$|^(?!__)/.test(name) || METADATA_COLUMN.test(name);
}

/** A comma after a backslash is part of the text. */
function splitList(cell: string): readonly string[] {
  return cell.split(/(?<!\\),/).map((one) => one.trim().replaceAll('\\,', ','));
}
