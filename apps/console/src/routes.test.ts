import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import config from '../vite.config.ts';

/** Whether Vite's server passes this address on to the service. */
function isProxied(address: string): boolean {
  return Object.keys(config.server?.proxy ?? {}).some((rule) =>
    rule.startsWith('^') ? new RegExp(rule).test(address) : address.startsWith(rule),
  );
}

test('during development of the console, the service answers at every address but those of the console', () => {
  const document = readFileSync(
    new URL('../../../docs/openapi/evals.json', import.meta.url),
    'utf8',
  );
  const { paths } = JSON.parse(document) as { readonly paths: object };
  const own = ['/', '/?test=a', '/console', '/console/', '/console/runs', '/console/src/main.tsx'];
  assert.deepEqual(
    [...Object.keys(paths), '/openapi.json', ...own].filter((address) => !isProxied(address)),
    own,
  );
});
