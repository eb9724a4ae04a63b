import { ImportResult, type ColumnUse } from '@fairtrial/contracts';
import { importFile } from '../../../packages/imports/src/index.ts';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const FOLDER = new URL('fixtures/imports/', import.meta.url);

/** Each file is shaped as its tool writes it; `expected` has the whole result. */
const FILES = {
  'promptfoo-config.yaml': 'a promptfoo configuration with seventeen types of assertions',
  'promptfoo-matrix.yaml': 'promptfoo variables with lists, as all combinations',
  'promptfoo-tests.json': 'promptfoo tests without a prompt',
  'promptfoo-tests.csv': 'promptfoo tests in CSV',
  'openai-samples.jsonl': 'samples of OpenAI evals',
  'openai-eval.json': 'an eval of the Evals API with six types of graders',
  'langfuse-items.json': 'Langfuse items in JSON, without archived ones',
  'langfuse-items.csv': 'Langfuse items in CSV',
  'langsmith-examples.jsonl': 'LangSmith examples with chat messages in three notations',
  'odd-semicolon.csv':
    'CSV with a BOM, semicolons, unnamed and equal columns, and line breaks in quotes',
  'odd-columns.csv': 'CSV whose columns are mapped',
  'pairs.jsonl': 'JSON Lines with records of several shapes',
  'batch.yaml': 'a batch of Fairtrial',
};

const COLUMNS: Readonly<Record<string, Readonly<Record<string, ColumnUse>>>> = {
  'odd-columns.csv': {
    'Ticket no': 'id',
    'What they wrote': 'user_message',
    'Good, old answer': 'reference_reply',
    Labels: 'tags',
    Team: 'metadata',
    Mood: 'ignored',
  },
};

const read = (file: string): Promise<string> => readFile(new URL(file, FOLDER), 'utf8');

describe('importFile', () => {
  for (const [file, what] of Object.entries(FILES)) {
    it(`importFile carries over ${what}, and lists everything else (${file})`, async () => {
      const result = await importFile({ file, text: await read(file) }, { columns: COLUMNS[file] });
      assert.deepEqual(result, JSON.parse(await read(`expected/${file}.json`)));
      ImportResult.parse(result);
    });
  }

  it('importFile detects the format by the content, whatever the name of the file is', async () => {
    const detected = await Promise.all(
      Object.keys(FILES).map(async (file) => {
        const text = await read(file);
        return [file, (await importFile({ file: 'tests.txt', text })).format];
      }),
    );
    assert.deepEqual(detected, [
      ['promptfoo-config.yaml', 'promptfoo'],
      ['promptfoo-matrix.yaml', 'promptfoo'],
      ['promptfoo-tests.json', 'promptfoo'],
      ['promptfoo-tests.csv', 'promptfoo'],
      ['openai-samples.jsonl', 'openai-evals'],
      ['openai-eval.json', 'openai-evals'],
      ['langfuse-items.json', 'langfuse'],
      ['langfuse-items.csv', 'langfuse'],
      ['langsmith-examples.jsonl', 'langsmith'],
      ['odd-semicolon.csv', 'csv'],
      ['odd-columns.csv', 'csv'],
      ['pairs.jsonl', 'jsonl'],
      ['batch.yaml', 'fairtrial'],
    ]);
  });
});
