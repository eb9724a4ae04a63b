import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCorrectedRates } from './compare-corrected-rates.ts';
import { correctedPassRate } from './corrected-pass-rate.ts';
import type { LabelledAttempt } from './labelled-attempt.ts';

function labels(passes: number, fails: number): LabelledAttempt[][] {
  return [Array.from({ length: passes + fails }, (_, no) => ({ judge: null, label: no < passes }))];
}

const counts = fc.tuple(fc.nat(40), fc.nat(40)).filter(([passes, fails]) => passes + fails > 0);

describe('compareCorrectedRates', () => {
  it('the difference of 48 of 80 and 56 of 70 has the interval of Newcombe (1998), method 10', () => {
    const difference = compareCorrectedRates(labels(48, 32), labels(56, 14));
    assert.equal(difference?.delta.toFixed(2), '0.20');
    assert.deepEqual(
      difference.interval95.map((end) => end.toFixed(4)),
      ['0.0524', '0.3339'],
    );
  });

  it('two runs without a difference have p = 1, and a run without labels gives no difference', () => {
    assert.equal(compareCorrectedRates(labels(8, 2), labels(8, 2))?.p, 1);
    assert.equal(compareCorrectedRates(labels(8, 2), labels(0, 0)), undefined);
    assert.equal(compareCorrectedRates(labels(0, 0), labels(8, 2)), undefined);
  });

  it('p is below .05 exactly if the interval excludes 0, and swapped runs give the opposite', () => {
    fc.assert(
      fc.property(counts, counts, ([passes, fails], [otherPasses, otherFails]) => {
        const old = labels(passes, fails);
        const now = labels(otherPasses, otherFails);
        const difference = compareCorrectedRates(old, now);
        const opposite = compareCorrectedRates(now, old);
        assert.ok(difference && opposite);
        const [low, high] = difference.interval95;
        assert.ok(-1 <= low && low <= difference.delta && difference.delta <= high && high <= 1);
        assert.equal(difference.p < 0.05, low > 0 || high < 0);
        assert.ok(difference.p >= 0 && difference.p <= 1);
        assert.ok(Math.abs(opposite.delta + difference.delta) < 1e-12);
        assert.ok(Math.abs(opposite.interval95[1] + low) < 1e-9);
        assert.ok(Math.abs(opposite.p - difference.p) < 1e-9);
      }),
    );
  });

  it('the difference is that of the two corrected pass rates', () => {
    const old = labels(30, 10);
    const now = labels(20, 15);
    const expected = (correctedPassRate(now)?.rate ?? 0) - (correctedPassRate(old)?.rate ?? 0);
    assert.equal(compareCorrectedRates(old, now)?.delta, expected);
  });
});
