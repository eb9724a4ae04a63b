import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cliDocuments } from './cli-documents.ts';

test('the reference of the command and the schema of its configuration are what they are today', async () => {
  for (const { file, text } of await cliDocuments()) {
    const committed = await readFile(file, 'utf8');
    assert.equal(committed, text, `${file} is stale: run "npm run cli-docs"`);
  }
});
