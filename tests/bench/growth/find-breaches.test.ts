import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBreaches } from './find-breaches.ts';

describe('the pages that a request or a statement reads in a full database', () => {
  const isBreach = (small: number, filled: number): boolean =>
    findBreaches([{ name: 'GET /runs', small, filled, statement: 'select' }]).length > 0;

  it('may include a deeper index, and the reads of a new connection', () => {
    for (const [small, filled] of [
      [4, 12],
      [0, 600],
      [500, 1500],
    ] as const) {
      assert.equal(isBreach(small, filled), false, `${small} and ${filled}`);
    }
  });

  it('may not include the rows of other runs', () => {
    for (const [small, filled] of [
      [76, 3750],
      [0, 20_000],
      [500, 1501],
    ] as const) {
      assert.equal(isBreach(small, filled), true, `${small} and ${filled}`);
    }
  });
});
