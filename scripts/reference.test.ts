import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cliDocuments } from './cli-documents.ts';
import { configDocument } from './config-document.ts';
import { limitsDocument } from './limits-document.ts';

test('the reference of the command, of its configuration and of the variables are what they are today', async () => {
  for (const { file, text } of [
    ...(await cliDocuments()),
    await configDocument(),
    limitsDocument(),
  ]) {
    const committed = await readFile(file, 'utf8');
    assert.equal(committed, text, `${file} is stale: run "npm run reference"`);
  }
});
