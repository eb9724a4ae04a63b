import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openapiDocuments } from './openapi-documents.ts';

test('docs/openapi is what the routes say today', async () => {
  for (const { file, text } of await openapiDocuments()) {
    const committed = await readFile(file, 'utf8');
    assert.equal(committed, text, `${file} is stale: run "npm run openapi"`);
  }
});
