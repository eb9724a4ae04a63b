import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Difference } from './difference.ts';
import { intervalOf } from './interval-of.ts';
import { pValue } from './p-value.ts';
import { tQuantile } from './t-quantile.ts';
import { verdictOf } from './verdict-of.ts';

const CRITERIA = { margin: 0.03, level: 0.05 };

/** One scenario with n attempts on both sides and this standard deviation. */
function noisy(delta: number, sd: number, n: number): Difference {
  const stratum = { n, variance: sd ** 2 };
  return { kind: 'noisy', delta, strata: [stratum, stratum], groups: 1 };
}

describe('verdictOf', () => {
  it('names a change whose interval excludes 0, however small, and sameness inside the margin', () => {
    assert.equal(verdictOf(noisy(-0.1, 0.02, 5), CRITERIA).result, 'regressed');
    assert.equal(verdictOf(noisy(0.1, 0.02, 5), CRITERIA).result, 'improved');
    assert.equal(verdictOf(noisy(0.02, 0.005, 10), CRITERIA).result, 'improved');
    assert.equal(verdictOf(noisy(0.001, 0.005, 10), CRITERIA).result, 'same');
    assert.equal(verdictOf(noisy(0.001, 0.1, 10), CRITERIA).result, 'inconclusive');
    assert.equal(verdictOf(noisy(0.001, 0.1, 10), { ...CRITERIA, margin: 0.2 }).result, 'same');
  });

  it('says what an inconclusive comparison could have found: 2.8 standard errors', () => {
    const verdict = verdictOf(noisy(0.05, 0.1, 5), CRITERIA);
    assert.ok(verdict.result === 'inconclusive' && verdict.smallestDetectable !== undefined);
    assert.equal(verdict.se?.toFixed(4), '0.0632');
    assert.equal(verdict.smallestDetectable.toFixed(4), '0.1771');
  });

  it('says how many more attempts would settle it, and one fewer would not', () => {
    const reach = (n: number): number => (tQuantile(2 * n - 2) + 0.8416) * 0.1 * Math.sqrt(2 / n);
    for (const delta of [0.1, 0.05, 0.02, 0.001]) {
      const verdict = verdictOf(noisy(delta, 0.1, 5), CRITERIA);
      assert.ok(
        verdict.result === 'inconclusive' &&
          verdict.additional !== undefined &&
          verdict.additional > 0,
      );
      const target = Math.max(delta, 0.03 - delta);
      assert.ok(reach(5 + verdict.additional) <= target, String(delta));
      assert.ok(reach(5 + verdict.additional - 1) > target, String(delta));
    }
  });

  it('does not promise what ten thousand attempts would not give', () => {
    const verdict = verdictOf(noisy(0.0001, 1, 5), { margin: 0.001, level: 0.05 });
    assert.ok(verdict.result === 'inconclusive' && verdict.additional === undefined);
  });

  it('is inconclusive without an interval where nothing varied and chance may explain it', () => {
    const chance = (more: number): number => 2 * 4 ** -(2 + more);
    const verdict = verdictOf({ kind: 'constant', delta: -1, chance }, CRITERIA);
    assert.ok(verdict.result === 'inconclusive');
    assert.deepEqual([verdict.interval, verdict.p, verdict.additional], [undefined, 0.125, 1]);
  });

  it('excludes 0 exactly where p is below the level, and holds the difference', () => {
    const delta = fc.double({ min: -1, max: 1, noNaN: true });
    const sd = fc.double({ min: 0.005, max: 0.5, noNaN: true });
    const level = fc.double({ min: 1e-4, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(delta, sd, fc.integer({ min: 2, max: 50 }), level), (drawn) => {
        const [change, spread, n, alpha] = drawn;
        const difference = noisy(change, spread, n);
        const p = pValue(difference);
        const [low, high] = intervalOf(difference, alpha) ?? [0, 0];
        assert.ok(low <= change && change <= high);
        if (Math.abs(p / alpha - 1) > 1e-4) assert.equal(p < alpha, low > 0 || high < 0);
      }),
    );
  });
});
