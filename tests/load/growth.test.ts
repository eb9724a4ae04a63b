import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBreaches } from '../../bench/growth/find-breaches.ts';

describe('what a request or a statement reads in a full database', () => {
  const isBreach = (small: number, filled: number): boolean =>
    findBreaches([{ name: 'GET /runs', small, filled, statement: 'select' }]).length > 0;

  it('may be a deeper index, and what a new connection reads', () => {
    for (const [small, filled] of [
      [4, 12],
      [0, 600],
      [500, 1500],
    ] as const) {
      assert.equal(isBreach(small, filled), false, `${small} and ${filled}`);
    }
  });

  it('may not be the rows of other runs', () => {
    for (const [small, filled] of [
      [76, 3750],
      [0, 20_000],
      [500, 1501],
    ] as const) {
      assert.equal(isBreach(small, filled), true, `${small} and ${filled}`);
    }
  });
});
