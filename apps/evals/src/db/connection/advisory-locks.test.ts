import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

it('no two advisory locks have the same number', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  assert.equal(new Set(numbers).size, numbers.length);
});
