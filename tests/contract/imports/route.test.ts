import { createClient } from '@fairtrial/client';
import { ImportResult, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { startService } from '../../support/services/start-service.ts';

const KEYS = 'editor-key;scope=edit,reader-key;scope=read';

describe('POST /import', () => {
  it('POST /import converts a file, refuses one that it cannot read, and needs the scope edit', async () => {
    await using evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEYS });
    const client = createClient({ baseUrl: evals.url, apiKey: 'editor-key' });
    const file = 'langfuse-items.json';
    const text = await readFile(new URL(`fixtures/imports/${file}`, import.meta.url), 'utf8');
    const expected = new URL(`fixtures/imports/expected/${file}.json`, import.meta.url);
    const result = ImportResult.parse(
      await client.request('POST /import', { body: { file, text } }),
    );
    assert.deepEqual(result, JSON.parse(await readFile(expected, 'utf8')));

    const columns = { Frage: 'user_message' } as const;
    const mapped = await client.request('POST /import', {
      body: { file: 'a.csv', text: 'Frage\nWarum?\n', columns },
    });
    assert.equal(mapped.scenarios[0]?.interactions[0]?.user_message, 'Warum?');
    const unmapped = await client.request('POST /import', {
      body: { file: 'a.csv', text: 'Frage\nWarum?\n' },
    });
    assert.deepEqual(unmapped.columns, [{ name: 'Frage', use: 'ignored', example: 'Warum?' }]);
    assert.deepEqual(unmapped.scenarios, []);

    const post = async (body: object, key = 'editor-key'): Promise<Problem> => {
      const response = await fetch(`${evals.url}/import`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });
      return Problem.parse(await response.json());
    };
    const open = await post({ file: 'a.csv', text: 'question\n"never closed' });
    assert.equal(open.code, 'invalid_request');
    assert.deepEqual(open.errors, [
      { pointer: '/text', detail: 'a.csv, line 2: a quote is not closed' },
    ]);
    const rows = `question\n${'Why?\n'.repeat(10_001)}`;
    const many = await post({ file: 'a.csv', text: rows });
    assert.deepEqual(
      [many.code, many.detail],
      ['limit_exceeded', 'the file has 10001 scenarios, more than 10000: split it'],
    );
    assert.equal((await post({ file: 'a.csv', text: 'x' }, 'reader-key')).code, 'forbidden');
  });

  it('POST /import converts files of two projects at once and refuses those of others for a moment', async () => {
    const keys = Array.from({ length: 12 }, (_, no) => `key-${no}-of-a-project`);
    const entries = keys.map((key, no) => `${key};project=p${no};scope=edit`);
    await using evals = await startService('evals', { FAIRTRIAL_API_KEYS: entries.join() });
    const body = JSON.stringify({ file: 'a.csv', text: `question\n${'Why?\n'.repeat(9000)}` });
    const statuses = await Promise.all(
      keys.map(async (key) => {
        const headers = { 'content-type': 'application/json', 'x-api-key': key };
        const response = await fetch(`${evals.url}/import`, { method: 'POST', headers, body });
        await response.body?.cancel();
        return response.status;
      }),
    );
    assert.deepEqual(new Set(statuses), new Set([200, 503]), statuses.join());
  });
});
