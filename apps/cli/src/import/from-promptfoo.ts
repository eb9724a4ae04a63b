import { z } from 'zod';
import { conversationsToBatch, type ConvertedBatch } from '../batch/conversations-to-batch.ts';
import { parseYaml } from '../settings/parse-yaml.ts';
import { parseExpectedCell, PromptfooAssert, toExpected } from './promptfoo-checks.ts';
import { listLostFields } from './lost-fields.ts';
import {
  PromptfooPrompt,
  readPrompt,
  renderWithoutPrompt,
  type Render,
} from './promptfoo-prompt.ts';
import { renderTemplate } from './render-template.ts';
import { parseCsv, parseJsonLines, type SourceFile } from './source-file.ts';

const Test = z.looseObject({
  description: z.string().optional(),
  vars: z.record(z.string(), z.unknown()).default({}),
  assert: z.array(PromptfooAssert).default([]),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
type Test = z.infer<typeof Test>;

const Config = z.looseObject({
  prompts: z
    .union([PromptfooPrompt.transform((one) => [one]), z.array(PromptfooPrompt)])
    .default([]),
  tests: z.union([z.string(), z.array(z.union([z.string(), Test]))]).default([]),
  defaultTest: Test.partial().optional().catch(undefined),
});

/** promptfoo: a configuration with `prompts` and `tests`, a file of tests only, or its CSV. */
export async function fromPromptfoo(source: SourceFile): Promise<ConvertedBatch> {
  const config = Config.parse(await readConfig(source));
  const { prompts, tests, defaultTest } = config;
  const all = await readTests(tests, source);
  const notes = [
    ...(prompts.length > 1 ? [`only the first of ${prompts.length} prompts is used`] : []),
    ...listLostFields([config], (field) => field in Config.shape || field === 'description'),
    ...listLostFields(all, (field) => field in Test.shape),
  ];
  const [prompt] = prompts;
  const render: Render =
    prompt === undefined ? renderWithoutPrompt : await readPrompt(prompt, source);
  const conversations = all.map((test, at) => {
    const vars = { ...defaultTest?.vars, ...test.vars };
    const asserts = [...test.assert, ...(defaultTest?.assert ?? [])];
    const expected = toExpected(asserts.map((one) => fillIn(one, vars)));
    notes.push(...expected.lost);
    const { system, interactions } = render(vars);
    const last = interactions.at(-1);
    const asked = {
      ...(expected.reference === undefined ? {} : { reference_reply: expected.reference }),
      ...(expected.checks.length === 0 ? {} : { checks: [...expected.checks] }),
      ...(test.metadata ? { promptfoo_metadata: test.metadata } : {}),
    };
    return {
      id: `test-${at + 1}`,
      name: test.description,
      system,
      interactions: last ? [...interactions.slice(0, -1), { ...last, ...asked }] : [],
    };
  });
  return conversationsToBatch(conversations, notes);
}

/** Values of assertions are templates too. */
function fillIn(assert: PromptfooAssert, vars: Test['vars']): PromptfooAssert {
  const fill = (value: unknown): unknown =>
    typeof value === 'string' ? renderTemplate(value, vars) : value;
  const { value } = assert;
  return { ...assert, value: Array.isArray(value) ? value.map(fill) : fill(value) };
}

async function readConfig(source: SourceFile): Promise<unknown> {
  if (/\.(?:csv|jsonl)$/i.test(source.file))
    return { tests: await parseTests(source.file, source.text) };
  const content: unknown = parseYaml(source.file, source.text);
  return Array.isArray(content) ? { tests: content } : content;
}

/** Tests are in the configuration, or in files that it names. */
async function readTests(
  tests: string | readonly (string | Test)[],
  source: SourceFile,
): Promise<readonly Test[]> {
  const found: Test[] = [];
  for (const one of [tests].flat()) {
    if (typeof one !== 'string') found.push(one);
    else {
      const path = one.replace(/^file:\/\//, '');
      found.push(...(await parseTests(path, await source.readSibling(path))));
    }
  }
  return found;
}

async function parseTests(file: string, text: string): Promise<readonly Test[]> {
  if (/\.csv$/i.test(file)) return parseCsv(file, text).map(fromRow);
  const content: unknown = /\.jsonl$/i.test(file)
    ? parseJsonLines(file, text).map(({ value }) => value)
    : parseYaml(file, text);
  return z.array(Test).parse(content);
}

/** Each column is a variable, except those that begin with two underscores. */
function fromRow(row: Readonly<Record<string, string>>): Test {
  const columns = Object.entries(row);
  const description = row['__description'];
  return {
    ...(description ? { description } : {}),
    vars: Object.fromEntries(columns.filter(([name]) => !name.startsWith('__'))),
    assert: columns
      .filter(([name]) => /^__expected\d*$/.test(name))
      .flatMap(([, cell]) => parseExpectedCell(cell) ?? []),
  };
}
