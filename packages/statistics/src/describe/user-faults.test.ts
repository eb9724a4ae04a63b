import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differInFaults, exceedsFaultLimit } from './user-faults.ts';

describe('differInFaults', () => {
  it('fault rates differ if Fisher’s exact test is below 5 %', () => {
    const none = { hits: 0, of: 50 };
    assert.deepEqual(differInFaults(none, { hits: 5, of: 50 }).differs, false);
    assert.deepEqual(differInFaults(none, { hits: 6, of: 50 }).differs, true);
    assert.equal(differInFaults(none, { hits: 6, of: 50 }).p.toFixed(3), '0.027');
  });

  it('fault rates do not differ if a side has no audited conversation', () => {
    assert.deepEqual(differInFaults({ hits: 0, of: 0 }, { hits: 9, of: 9 }), {
      p: 1,
      differs: false,
    });
  });
});

describe('exceedsFaultLimit', () => {
  it('the fault limit is exceeded if the lower end of the Wilson interval is above 5 %', () => {
    // The lower ends: 1 of 10 = .018, 2 of 10 = .057; 8 of 100 = .041, 10 of 100 = .055.
    assert.equal(exceedsFaultLimit(1, 10), false);
    assert.equal(exceedsFaultLimit(2, 10), true);
    assert.equal(exceedsFaultLimit(8, 100), false);
    assert.equal(exceedsFaultLimit(10, 100), true);
  });

  it('the fault limit is not exceeded without excluded attempts or without attempts', () => {
    assert.equal(exceedsFaultLimit(0, 1000), false);
    assert.equal(exceedsFaultLimit(0, 0), false);
  });
});
