import { globSync, readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toJsonParameter, toStorableParameters } from './sql.ts';

const FOLDER = new URL('../', import.meta.url);
/** They write the plan exactly as it was sent, and a hash. */
const EXCEPTIONS = ['connection/sql.ts', 'runs/plan-digest.ts', 'runs/plan-text.ts'];

/** The files with statements that have this in them. */
function filesWith(pattern: RegExp): readonly string[] {
  const files = globSync('**/*.ts', { cwd: FOLDER }).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 20);
  return files
    .filter((file) => pattern.test(readFileSync(new URL(file, FOLDER), 'utf8')))
    .toSorted();
}

it('JSON parameters are made in one place only, which makes them storable', () => {
  assert.deepEqual(filesWith(/JSON\.stringify/), EXCEPTIONS);
});

it('no statement reads inside a plan, which may have text that PostgreSQL cannot read inside JSON', () => {
  assert.deepEqual(filesWith(/\bplan(::jsonb?)? ?(->|#>|@>)/), []);
});

it('JSON parameters have no NUL and no lone surrogate, in keys either', () => {
  const value = { 'a\0': ['\uD83E', { b: '\uDD8A' }], emoji: '🦊', backslash: String.raw`\u0000` };
  assert.deepEqual(JSON.parse(toJsonParameter(value)), {
    'a\uFFFD': ['\uFFFD', { b: '\uFFFD' }],
    emoji: '🦊',
    backslash: String.raw`\u0000`,
  });
});

it('text parameters have no NUL and no lone surrogate, in lists either', () => {
  const digest = Buffer.from([0]);
  const given = ['a\0', ['\uD83E', ['\uDD8A']], 1, null, undefined, digest, '🦊'];
  const expected = ['a\uFFFD', ['\uFFFD', ['\uFFFD']], 1, null, undefined, digest, '🦊'];
  assert.deepEqual(toStorableParameters(given), expected);
});
