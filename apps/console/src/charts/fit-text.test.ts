import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitText } from './fit-text.ts';

test('fitText truncates a wide label, but never inside a character', () => {
  assert.equal(fitText('bank', 100), 'bank');
  assert.equal(fitText('bank-lost-card', 50), 'bank-l…');
  assert.equal(fitText('🦊🦊🦊🦊', 15), '🦊…');
});
