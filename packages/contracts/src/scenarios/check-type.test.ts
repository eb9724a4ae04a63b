import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkName } from './check-type.ts';

test('a check is named by its id, by the beginning of its text if it is judged, or by its type', () => {
  assert.equal(checkName({ id: 'asks', text: 'Asks which card' }), 'asks');
  assert.equal(checkName({ text: 'Asks which card' }), 'Asks which card');
  assert.equal(checkName({ never: 'Promises a date' }), 'never: Promises a date');
  assert.equal(checkName({ max_words: 60 }), 'max_words');
  assert.equal(checkName({ text: 'a'.repeat(81) }), `${'a'.repeat(79)}…`);
});
