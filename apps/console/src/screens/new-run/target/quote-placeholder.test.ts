import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotePlaceholder } from './quote-placeholder.ts';

test('a placeholder gets quotes where a value is expected, and none inside a string', () => {
  assert.equal(quotePlaceholder('{{model}}', '{"a": '), '"{{model}}"');
  assert.equal(quotePlaceholder('{{model}}', '{"a": "x '), '{{model}}');
  assert.equal(quotePlaceholder('{{model}}', String.raw`{"a": "say \"`), '{{model}}');
  assert.equal(quotePlaceholder('{{model}}', String.raw`{"a": "\\", "b": `), '"{{model}}"');
});
