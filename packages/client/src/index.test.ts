import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The modules of `@fairtrial/contracts/plain`, which have no dependencies. */
const PLAIN = /contracts\/src\/(?:json\/json|text\/safe-text)\.ts$/;

test('the browser bundle of the client has no Node modules and no schemas, and at most 16 kB', async () => {
  const input = fileURLToPath(new URL('index.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  const [{ code, imports, moduleIds }] = output;
  assert.deepEqual(imports, []);
  const forbidden = moduleIds.filter((id) => /zod|contracts|^node:/.test(id) && !PLAIN.test(id));
  assert.deepEqual(forbidden, []);
  assert.ok(code.length < 16_000, `${code.length} bytes`);
});
