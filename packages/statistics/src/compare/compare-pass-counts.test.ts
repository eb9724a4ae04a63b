import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparePassCounts } from './compare-pass-counts.ts';

type Counts = readonly [number, number];

function scenario([oldPasses, oldAttempts]: Counts, [passes, attempts]: Counts) {
  return {
    baseline: { passes: oldPasses, attempts: oldAttempts },
    candidate: { passes, attempts },
  };
}

describe('comparePassCounts', () => {
  it('comparePassCounts equals Fisher’s exact test for one scenario: R, fisher.test(matrix(c(3, 1, 1, 3), 2)), p = .4857', () => {
    assert.equal(comparePassCounts([scenario([3, 4], [1, 4])]).toFixed(4), '0.4857');
    // Fisher's twins, R's example: 2 of 17 against 10 of 13.
    assert.equal(comparePassCounts([scenario([2, 17], [10, 13])]).toFixed(7), '0.0005367');
  });

  it('a drop that is only significant over several scenarios is found', () => {
    const one = scenario([5, 5], [3, 5]);
    assert.ok(comparePassCounts([one]) > 0.4);
    assert.ok(comparePassCounts([one, one, one, one]) < 0.01);
  });

  it('more attempts at a hard scenario do not count as a drop', () => {
    const hard = scenario([1, 5], [4, 20]);
    const easy = scenario([20, 20], [5, 5]);
    assert.ok(comparePassCounts([hard, easy]) > 0.9);
  });

  it('p is 1 without attempts, or if all attempts passed or all failed', () => {
    assert.equal(comparePassCounts([]), 1);
    assert.equal(comparePassCounts([scenario([0, 0], [3, 5])]), 1);
    assert.equal(comparePassCounts([scenario([5, 5], [5, 5]), scenario([0, 5], [0, 5])]), 1);
  });

  it('comparePassCounts is symmetric in the runs and independent of scenario order', () => {
    const counts = fc
      .integer({ min: 0, max: 6 })
      .chain((attempts) => fc.tuple(fc.integer({ min: 0, max: attempts }), fc.constant(attempts)));
    fc.assert(
      fc.property(fc.array(fc.tuple(counts, counts), { maxLength: 6 }), (suite) => {
        const p = comparePassCounts(suite.map(([old, now]) => scenario(old, now)));
        const mirrored = comparePassCounts(suite.map(([old, now]) => scenario(now, old)));
        const reversed = comparePassCounts(
          suite.toReversed().map(([old, now]) => scenario(old, now)),
        );
        assert.ok(p > 0 && p <= 1);
        assert.ok(Math.abs(p - mirrored) < 1e-9 && Math.abs(p - reversed) < 1e-9);
      }),
    );
  });

  it('comparePassCounts handles ten thousand scenarios', () => {
    const suite = Array.from({ length: 10_000 }, (_, at) => scenario([4, 5], [at % 10 ? 4 : 3, 5]));
    assert.ok(comparePassCounts(suite) < 1e-9);
  });
});
