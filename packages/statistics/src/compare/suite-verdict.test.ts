import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { confidenceInterval, pValue, type Difference } from './difference.ts';
import { tQuantile } from '../math/t-distribution.ts';
import { decideVerdict, detectableChange } from './verdict.ts';

const CRITERIA = { margin: 0.03, level: 0.05 };

/** One scenario with n attempts on both sides and this standard deviation. */
function noisy(delta: number, sd: number, n: number): Difference {
  const sample = { n, variance: sd ** 2 };
  return { kind: 'noisy', delta, samples: [sample, sample], divisor: 1 };
}

describe('decideVerdict', () => {
  it('names a change whose interval excludes 0, however small, and sameness inside the margin', () => {
    assert.equal(decideVerdict(noisy(-0.1, 0.02, 5), CRITERIA).result, 'regressed');
    assert.equal(decideVerdict(noisy(0.1, 0.02, 5), CRITERIA).result, 'improved');
    assert.equal(decideVerdict(noisy(0.02, 0.005, 10), CRITERIA).result, 'improved');
    assert.equal(decideVerdict(noisy(0.001, 0.005, 10), CRITERIA).result, 'same');
    assert.equal(decideVerdict(noisy(0.001, 0.1, 10), CRITERIA).result, 'inconclusive');
    assert.equal(decideVerdict(noisy(0.001, 0.1, 10), { ...CRITERIA, margin: 0.2 }).result, 'same');
  });

  it('says what an inconclusive comparison could have found: 2.8 standard errors', () => {
    const verdict = decideVerdict(noisy(0.05, 0.1, 5), CRITERIA);
    assert.ok(verdict.result === 'inconclusive' && verdict.smallestDetectable !== undefined);
    assert.equal(verdict.se?.toFixed(4), '0.0632');
    assert.equal(verdict.smallestDetectable.toFixed(4), '0.1771');
  });

  it('says how many more attempts would settle it, and one fewer would not', () => {
    const reach = (n: number): number => (tQuantile(2 * n - 2) + 0.8416) * 0.1 * Math.sqrt(2 / n);
    for (const delta of [0.1, 0.05, 0.02, 0.001]) {
      const verdict = decideVerdict(noisy(delta, 0.1, 5), CRITERIA);
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
    const verdict = decideVerdict(noisy(0.0001, 1, 5), { margin: 0.001, level: 0.05 });
    assert.ok(verdict.result === 'inconclusive' && verdict.additional === undefined);
  });

  it('is inconclusive without an interval where nothing varied and chance may explain it', () => {
    const chance = (more: number): number => 2 * 4 ** -(2 + more);
    const verdict = decideVerdict({ kind: 'constant', delta: -1, chance }, CRITERIA);
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
        const [low, high] = confidenceInterval(difference, alpha) ?? [0, 0];
        assert.ok(low <= change && change <= high);
        if (Math.abs(p / alpha - 1) > 1e-4) assert.equal(p < alpha, low > 0 || high < 0);
      }),
    );
  });
});

describe('detectableChange', () => {
  const BASELINE = { se: 0.01, attempts: 5, scenarios: 9 };

  function assertNear(actual: number | undefined, expected: number): void {
    assert.ok(Math.abs((actual ?? 0) - expected) < 0.000001, `${actual} is not about ${expected}`);
  }

  it('doubles if the noise doubles, and falls with more attempts', () => {
    // (t(72; 97.5 %) + z(80 %)) √2 · 0.01, with 1.993464 and 0.8416 from tables.
    assertNear(detectableChange(BASELINE, 5), (1.993464 + 0.8416) * Math.SQRT2 * 0.01);
    assertNear(
      detectableChange({ ...BASELINE, se: 0.02 }, 5),
      2 * (detectableChange(BASELINE, 5) ?? 0),
    );
    assert.ok((detectableChange(BASELINE, 20) ?? 1) < (detectableChange(BASELINE, 5) ?? 0));
  });

  it('uses the t distribution: a few attempts at one scenario say little about their noise', () => {
    // t(2; 97.5 %) = 4.302653 from tables.
    const lone = detectableChange({ se: 0.01, attempts: 2, scenarios: 1 }, 2);
    assertNear(lone, (4.302653 + 0.8416) * Math.SQRT2 * 0.01);
  });

  it('is undefined with one attempt, and above 0 without any measured noise', () => {
    assert.equal(detectableChange({ ...BASELINE, attempts: 1 }, 5), undefined);
    assert.equal(detectableChange(BASELINE, 1), undefined);
    assert.ok((detectableChange({ ...BASELINE, se: 0 }, 5) ?? 0) > 0);
  });
});
