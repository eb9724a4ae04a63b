import { unreadable } from '../import-error.ts';
import { isEmpty, type ImportLog } from '../import-log.ts';
import { hasFields } from '../item-values.ts';
import { parseExpectedCell, PromptfooAssert } from './to-expected.ts';
import { NOT_SENT, PromptfooPrompt } from './read-prompt.ts';
import { readContent, type Content, type SourceFile, type Table } from '../source-file.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One test, without what could not be read. */
export interface PromptfooTest {
  readonly description?: string | undefined;
  readonly vars: Fields;
  readonly assert: readonly PromptfooAssert[];
  readonly metadata?: Fields | undefined;
  /** False if lists in variables are values as they are. */
  readonly expandsLists: boolean;
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
const OPTIONS = {
  provider: 'judges are set in the run',
  rubricPrompt: 'judges have their own prompt',
  transform: 'checks read the reply as it is',
};
const NO_FIELD = 'a batch has no such field';
const EMPTY: PromptfooTest = { vars: {}, assert: [], expandsLists: true };

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
      if (source.readSibling === undefined) log.lose(`tests (${path})`, NOT_SENT);
      else {
        const content = readContent(path, await source.readSibling(path));
        const { tests: inner } = readConfig(content, log);
        found.push(...inner.map((test) => readTest(test, 'tests', log)));
      }
    }
  }
  return found;
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
    expandsLists: readOptions(read(options, 'options', NO_FIELD), prefix, log),
    assert: readAsserts(assert, prefix, log),
    metadata: read(metadata, 'metadata', NO_FIELD),
  };
}

/** Returns whether lists in variables are combined. */
function readOptions(options: Fields, path: string, log: ImportLog): boolean {
  const prefix = `${path}options.`;
  const known = ['disableVarExpansion'];
  log.loseOthers(options, { prefix, known, reasons: OPTIONS, why: NO_FIELD });
  return options['disableVarExpansion'] !== true;
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

const METADATA_COLUMN = /^__metadata:(.+?)(\[\])?$/;

/** Each column is a variable, except those that begin with two underscores. */
function readRows({ names, rows }: Table, log: ImportLog): readonly Fields[] {
  return rows.map((cells) => {
    const columns = names.flatMap((name, at) => {
      const cell = cells[at] ?? '';
      return cell === '' ? [] : [[name, cell] as const];
    });
    const vars = columns.filter(([name]) => !name.startsWith('__'));
    const expected = columns.filter(([name]) => /^__expected\d*$/.test(name));
    const metadata = columns.flatMap(([name, cell]) => {
      const [, key, isList] = METADATA_COLUMN.exec(name) ?? [];
      const value = isList ? cell.split(',').map((one) => one.trim()) : cell;
      return key === undefined ? [] : [[key, value] as const];
    });
    for (const [name] of columns) {
      const isRead = /^__(?:expected\d*|description)$|^(?!__)/.test(name);
      if (!isRead && !METADATA_COLUMN.test(name)) log.lose(name, NO_FIELD);
    }
    const description = columns.find(([name]) => name === '__description')?.[1];
    return {
      ...(description === undefined ? {} : { description }),
      vars: Object.fromEntries(vars),
      assert: expected.flatMap(([, cell]) => parseExpectedCell(cell) ?? []),
      ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
    };
  });
}
