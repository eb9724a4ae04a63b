import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cliDocuments } from './cli-documents.ts';
import { configDocument } from './config-document.ts';
import { limitsDocument } from './limits-document.ts';
import { repliesDocument } from './replies-document.ts';
import { routesDocument } from './routes-document.ts';
import { scoresDocuments } from './scores-documents.ts';

test('the reference of the command, its configuration, the variables, the limits, the reply shapes, the routes and the scores are what they are today', async () => {
  for (const { file, text } of [
    ...(await cliDocuments()),
    await configDocument(),
    limitsDocument(),
    repliesDocument(),
    routesDocument(),
    ...scoresDocuments(),
  ]) {
    const committed = await readFile(file, 'utf8');
    assert.ok(committed === text, `${file} is stale: run "npm run generate"`);
  }
});
