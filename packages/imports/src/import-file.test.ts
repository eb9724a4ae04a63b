import { TestBatch, type ImportFormat } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { ImportError } from './import-error.ts';
import { importFile } from './import-file.ts';

const FORMATS: readonly (ImportFormat | undefined)[] = [
  undefined,
  'fairtrial',
  'promptfoo',
  'openai-evals',
  'langfuse',
  'langsmith',
  'jsonl',
  'csv',
];

/** Names that the readers look for, so that random values reach their inner parts. */
const KEYS = [
  'messages',
  'role',
  'content',
  'type',
  'input',
  'inputs',
  'outputs',
  'expectedOutput',
  'ideal',
  'question',
  'answer',
  'id',
  'name',
  'tags',
  'metadata',
  'item',
  'tests',
  'vars',
  'assert',
  'value',
  'threshold',
  'prompts',
  'defaultTest',
  'test_batch',
  'interactions',
  'user_message',
  'user',
  'goal',
  'checks',
  'testing_criteria',
  'data_source',
  'constructor',
];
const WORDS = ['user', 'assistant', 'system', 'contains', 'is-json', 'llm-rubric', '{{question}}'];

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.oneof(fc.constantFrom(...WORDS), fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('value'), { maxKeys: 5 }),
  ),
}));

/** Items with a message, so that the fields next to it are read too. */
const anyItem = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...KEYS, 'interaction_type', 'checks'), anyValue),
    fc.string(),
  )
  .map(([fields, question]) => ({ ...fields, question }));

const anyText = fc.oneof(
  fc.array(anyItem, { maxLength: 4 }).map((all) => JSON.stringify(all)),
  anyValue.map((value) => JSON.stringify(value)),
  anyValue.map((value) => stringify(value)),
  fc
    .array(anyValue, { maxLength: 4 })
    .map((all) => all.map((one) => JSON.stringify(one)).join('\n')),
  fc
    .array(fc.array(fc.oneof(fc.constantFrom(...KEYS), fc.string()), { maxLength: 5 }), {
      maxLength: 5,
    })
    .map((rows) => rows.map((row) => row.join(',')).join('\n')),
  fc.string({ unit: 'binary' }),
);

const anyFile = fc.constantFrom('a.json', 'a.yaml', 'a.jsonl', 'a.csv', 'a');

describe('importFile', () => {
  it('importFile refuses any text with a readable error, or returns scenarios that a run accepts', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        anyText,
        fc.constantFrom(...FORMATS),
        async (file, text, format) => {
          try {
            const { scenarios } = await importFile({ file, text }, { format });
            for (const scenario of scenarios) TestBatch.parse(scenario);
          } catch (error) {
            assert.ok(error instanceof ImportError, String(error));
            assert.match(error.message, /\w/);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('importFile detects a batch whose scenarios have a simulated user and no interactions', async () => {
    const user = { goal: 'Block the card', facts: { card: '4471' } };
    for (const text of [JSON.stringify({ user }), JSON.stringify([{ id: 'a', user }])]) {
      const { scenarios, format, lost } = await importFile({ file: 'a.json', text }, {});
      assert.equal(format, 'fairtrial');
      assert.deepEqual(scenarios[0]?.user, user);
      assert.deepEqual(lost, []);
    }
  });

  it('importFile has every value of a promptfoo test in a scenario, or lists its field as lost', async () => {
    let no = 0;
    /** Each value occurs once, so it can be found. */
    const leaf = fc.constant(null).map(() => `leaf-${(no += 1)}-end`);
    const types = [
      'equals',
      'contains',
      'icontains',
      'contains-any',
      'not-contains',
      'regex',
      'starts-with',
      'llm-rubric',
      'similar',
      'javascript',
      'cost',
      'unknown',
    ];
    const assertion = fc.record(
      {
        type: fc.constantFrom(...types),
        value: fc.oneof(leaf, fc.array(leaf, { minLength: 1, maxLength: 3 })),
        metric: leaf,
        transform: leaf,
        provider: leaf,
      },
      { requiredKeys: ['type', 'value'] },
    );
    const test = fc.record(
      {
        description: leaf,
        vars: fc.dictionary(
          fc.constantFrom('question', 'a', 'b', 'c'),
          fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
        ),
        assert: fc.array(
          fc.oneof(
            assertion,
            fc.record({
              type: fc.constant('assert-set'),
              assert: fc.array(assertion, { maxLength: 3 }),
            }),
          ),
          { maxLength: 4 },
        ),
        metadata: fc.dictionary(fc.constantFrom('x', 'y'), leaf),
        options: fc.dictionary(fc.constantFrom('transform', 'prefix'), leaf),
        provider: leaf,
      },
      { requiredKeys: ['vars'] },
    );
    const prompts = fc.constantFrom([], ['{{question}} and {{a}}'], ['{{b}}']);
    await fc.assert(
      fc.asyncProperty(prompts, test, async (chosen, one) => {
        const text = JSON.stringify({ prompts: chosen, tests: [one] });
        const { scenarios, lost } = await importFile({ file: 'a.json', text });
        const written = JSON.stringify(scenarios);
        const fields = lost.map(({ field }) => field);
        for (const { value, paths } of listLeaves(one)) {
          const isKept = written.includes(value);
          const isListed = paths.some((path) => fields.includes(path)) || fields.includes('tests');
          assert.ok(isKept || isListed, `${value} at ${paths[0]}; lost: ${fields.join(', ')}`);
        }
      }),
      { numRuns: 500 },
    );
  });
});

interface Leaf {
  readonly value: string;
  /** The names under which it can be listed. */
  readonly paths: readonly string[];
}

function listLeaves(value: unknown, paths: readonly string[] = ['tests']): readonly Leaf[] {
  if (typeof value === 'string') return value.startsWith('leaf-') ? [{ value, paths }] : [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => listLeaves(one, paths));
  if (typeof value !== 'object' || value === null) return [];
  const { type } = value as { type?: string };
  const outer = type === undefined ? [] : [`tests.assert (${type})`];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = key === 'assert' ? 'tests.assert' : `${paths[0]}.${key}`;
    return listLeaves(inner, [path, ...outer]);
  });
}
