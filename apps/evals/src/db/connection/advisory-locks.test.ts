import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

it('all advisory locks have different numbers', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  assert.equal(new Set(numbers).size, numbers.length);
});
