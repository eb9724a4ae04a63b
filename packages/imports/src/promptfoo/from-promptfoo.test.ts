import type { ImportResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importFile } from '../import-file.ts';

const PROMPTS = ['{{question}}'];

function importConfig(config: object): Promise<ImportResult> {
  return importFile({ file: 'promptfooconfig.json', text: JSON.stringify(config) });
}

function importAsserts(asserts: readonly object[]): Promise<ImportResult> {
  return importConfig({
    prompts: PROMPTS,
    tests: [{ vars: { question: 'Why?' }, assert: asserts }],
  });
}

function importCells(cells: readonly string[]): Promise<ImportResult> {
  const rows = cells.map((cell, at) => `Question ${at + 1}?,"${cell.replaceAll('"', '""')}"`);
  return importFile({ file: 'tests.csv', text: ['question,__expected', ...rows].join('\n') });
}

const lastOf = ({ scenarios }: ImportResult, at = 0): object => {
  const { user_message: _, ...expected } = scenarios[at]?.interactions.at(-1) ?? {
    user_message: '',
  };
  return expected;
};
const lostOf = ({ lost }: ImportResult): readonly string[] => lost.map(({ field }) => field);

describe('fromPromptfoo', () => {
  it('fromPromptfoo leaves the default assertions out of a test that disables them', async () => {
    const result = await importConfig({
      prompts: PROMPTS,
      defaultTest: { assert: [{ type: 'contains', value: 'sorry' }], vars: { question: 'Why?' } },
      tests: [{ options: { disableDefaultAsserts: true } }, {}],
    });
    assert.deepEqual(lastOf(result, 0), {});
    assert.deepEqual(lastOf(result, 1), { checks: [{ contains: 'sorry', case_sensitive: true }] });
    assert.deepEqual(result.lost, []);
  });

  it('fromPromptfoo keeps lists in variables whole if the default test says so and the test does not differ', async () => {
    const vars = { question: ['a', 'b'] };
    const result = await importConfig({
      prompts: PROMPTS,
      defaultTest: { options: { disableVarExpansion: true } },
      tests: [{ vars }, { vars, options: { disableVarExpansion: false } }],
    });
    const messages = result.scenarios.map(({ interactions }) => interactions[0]?.user_message);
    assert.deepEqual(messages, ['["a","b"]', 'a', 'b']);
  });

  it('fromPromptfoo fills in variables in the lists of a set of assertions', async () => {
    const result = await importConfig({
      prompts: PROMPTS,
      tests: [
        {
          vars: { question: 'Why?', name: 'Ann' },
          assert: [
            { type: 'assert-set', assert: [{ type: 'contains-all', value: ['{{name}}', 'b'] }] },
          ],
        },
      ],
    });
    assert.deepEqual(lastOf(result), {
      checks: [
        { contains: 'Ann', case_sensitive: true },
        { contains: 'b', case_sensitive: true },
      ],
    });
    assert.deepEqual(result.lost, []);
  });

  it('fromPromptfoo loses an assertion whose value has a template that is not filled in', async () => {
    const result = await importAsserts([
      { type: 'contains', value: '{{ question | upper }}' },
      { type: 'contains-any', value: ['{% if question %}a{% endif %}', 'b'] },
      { type: 'equals', value: '{{ env.ANSWER }}' },
      { type: 'llm-rubric', value: 'Repeats {{question}}' },
    ]);
    assert.deepEqual(lastOf(result), { checks: [{ text: 'Repeats Why?' }] });
    assert.deepEqual(lostOf(result), [
      'tests.assert (contains)',
      'tests.assert (contains-any)',
      'tests.assert (equals)',
    ]);
  });

  it('fromPromptfoo loses a reference that is in another file, instead of expecting the name of the file', async () => {
    const result = await importAsserts([{ type: 'equals', value: 'file://answer.txt' }]);
    assert.deepEqual(lastOf(result), {});
    assert.deepEqual(result.lost, [
      { field: 'tests.assert (equals)', count: 1, why: 'its file is not read' },
    ]);
  });

  it('fromPromptfoo takes the value of every kind of similarity as the reference', async () => {
    for (const type of ['similar:cosine', 'similar:dot', 'similar:euclidean']) {
      const result = await importAsserts([{ type, value: 'Because.' }]);
      assert.deepEqual(lastOf(result), { reference_reply: 'Because.' }, type);
    }
  });

  it('fromPromptfoo loses a list of texts that must not occur if one begins with a space', async () => {
    const result = await importAsserts([{ type: 'not-contains-any', value: [' red', 'blue'] }]);
    assert.deepEqual(lastOf(result), {});
    assert.deepEqual(lostOf(result), ['tests.assert (not-contains-any)']);
  });

  it('fromPromptfoo reads the schema of is-json from text too', async () => {
    const schema = { type: 'object', required: ['a'] };
    const result = await importAsserts([
      { type: 'is-json', value: JSON.stringify(schema) },
      { type: 'is-json', value: 'no schema' },
      { type: 'is-json', value: 'file://schema.json' },
    ]);
    assert.deepEqual(lastOf(result), {
      checks: [{ json_schema: schema }],
    });
    assert.deepEqual(result.lost, [
      { field: 'tests.assert (is-json)', count: 1, why: 'its schema is not an object' },
      { field: 'tests.assert (is-json)', count: 1, why: 'its file is not read' },
    ]);
  });

  it('fromPromptfoo takes no cell of __expected with an assertion for the reference', async () => {
    const cells = [
      'answer-relevance(0.8)',
      'word-count: 50',
      'is-refusal',
      'not-is-refusal',
      'latency',
      'g-eval: Is polite',
      'context-recall(0.9): Lima is the capital',
      'trajectory:tool-used: search',
      'file://check.py',
      'file://checks/length.js:isShort',
    ];
    const result = await importCells(cells);
    for (const [at, cell] of cells.entries()) assert.deepEqual(lastOf(result, at), {}, cell);
    assert.deepEqual(lostOf(result), [
      'tests.assert (answer-relevance)',
      'tests.assert (word-count)',
      'tests.assert (is-refusal)',
      'tests.assert (not-is-refusal)',
      'tests.assert (latency)',
      'tests.assert (g-eval)',
      'tests.assert (context-recall)',
      'tests.assert (trajectory:tool-used)',
      'tests.assert (python)',
      'tests.assert (javascript)',
    ]);
  });

  it('fromPromptfoo takes a cell of __expected without a known type for the reference', async () => {
    const cells = ['Paris', 'note: see below', 'grade', 'It is-json', 'Latency'];
    const result = await importCells(cells);
    for (const [at, cell] of cells.entries()) {
      assert.deepEqual(lastOf(result, at), { reference_reply: cell });
    }
  });

  it('fromPromptfoo reads every column whose name begins with __expected, and commas that are escaped', async () => {
    const text = 'question,__expected_a,__metadata:topics[]\nWhy?,icontains: so,"a\\, b,c"\n';
    const result = await importFile({ file: 'tests.csv', text });
    assert.deepEqual(lastOf(result), {
      checks: [{ contains: 'so' }],
      promptfoo_metadata: { topics: ['a, b', 'c'] },
    });
    assert.deepEqual(result.lost, []);
  });

  it('fromPromptfoo sends no name of a file or of a stored prompt as the message', async () => {
    const named = [
      'prompts/*.txt',
      'prompt.py:make',
      'prompt.js',
      'prompts/a.j2',
      'langfuse://a:3:chat',
    ];
    for (const prompt of named) {
      const tests = [{ vars: { question: 'Why?' } }];
      const { scenarios, lost } = await importConfig({ prompts: [prompt], tests });
      assert.equal(scenarios[0]?.interactions[0]?.user_message, 'Why?', prompt);
      assert.deepEqual(
        lost.map(({ field }) => field),
        [`prompts (${prompt})`],
      );
    }
  });

  it('fromPromptfoo reads a chat in JSON whose variables are written with dump', async () => {
    const chat =
      '[{"role": "system", "content": "Help."}, {"role": "user", "content": {{ question | dump }}}]';
    const result = await importConfig({
      prompts: [chat],
      tests: [{ vars: { question: 'Say "hi"' } }],
    });
    assert.equal(result.system_prompt, 'Help.');
    assert.equal(result.scenarios[0]?.interactions[0]?.user_message, 'Say "hi"');
    const inside = await importConfig({
      prompts: ['[{"role": "user", "content": "Data: {{ n | dump }}"}]'],
      tests: [{ vars: { n: 1 } }],
    });
    assert.equal(
      inside.scenarios[0]?.interactions[0]?.user_message,
      'Data: {{ n | dump }}',
      'inside a text',
    );
  });

  it('fromPromptfoo lists tests that code or another server makes as lost, without reading a file of that name', async () => {
    const tests = [
      'file://make.py:tests',
      'huggingface://datasets/a/b',
      'https://example.com/a.csv',
      'tests/*.yaml',
    ];
    const text = JSON.stringify({ prompts: PROMPTS, tests });
    const readSibling = (path: string): Promise<string> => Promise.reject(new Error(path));
    const result = await importFile({ file: 'a.json', text, readSibling });
    assert.deepEqual(lostOf(result), [
      'tests (make.py:tests)',
      'tests (huggingface://datasets/a/b)',
      'tests (https://example.com/a.csv)',
      'tests (tests/*.yaml)',
    ]);
  });
});
