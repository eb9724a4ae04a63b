/** SECURITY.md names the test that shows each defence: the tests exist, and no class of attacks is left out. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const text = readFileSync('SECURITY.md', 'utf8');
const named = [...text.matchAll(/`((?:tests|packages|apps|scripts)\/[\w./-]+\.ts)`/g)].map(
  (match) => match[1] ?? '',
);

test('every test that SECURITY.md names exists', () => {
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((path) => !existsSync(path)),
    [],
  );
});

test('every class of attacks stands in SECURITY.md', () => {
  const classes = globSync('tests/security/attacks/*.ts');
  assert.ok(classes.length > 0);
  assert.deepEqual(
    classes.filter((path) => !named.includes(path)),
    [],
  );
});
