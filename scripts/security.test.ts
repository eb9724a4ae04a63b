/** SECURITY.md names the test of each defence. These tests must exist, and every class of attacks must be listed. */
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

test('every class of attacks is listed in SECURITY.md', () => {
  const classes = globSync('tests/security/attacks/*.ts');
  assert.ok(classes.length > 0);
  assert.deepEqual(
    classes.filter((path) => !named.includes(path)),
    [],
  );
});
