import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wilsonInterval } from '../math/wilson.ts';
import { generalMean, suiteMean } from './mean-interval.ts';

function round(numbers: readonly number[] | undefined): readonly number[] | undefined {
  return numbers?.map((value) => Math.round(value * 1e4) / 1e4);
}

describe('suiteMean', () => {
  it('suiteMean of one scenario is the t interval widened by the effect of one more attempt', () => {
    // mean 0.7, s = 0.1, n = 3: 0.7 − 4.3027 · √(0.01/3 + (0.7/4)²), 0.7 + 4.3027 · √(0.01/3 + (0.3/4)²)
    const { mean, se, ci95 } = suiteMean([[0.6, 0.7, 0.8]]);
    assert.deepEqual(round([mean, se ?? 0]), [0.7, 0.0577]);
    assert.deepEqual(round(ci95), [0, 1]);
    // mean 0.5, s² = 0.00025, n = 5: t(4) = 2.776445
    const half = 2.776445 * Math.sqrt(0.00005 + (0.5 / 6) ** 2);
    const steady = suiteMean([[0.5, 0.52, 0.48, 0.51, 0.49]]);
    assert.deepEqual(round(steady.ci95), round([0.5 - half, 0.5 + half]));
  });

  it('differences between scenarios do not count as noise of the suite mean', () => {
    const { mean, se, ci95 } = suiteMean([
      [0.9, 0.9, 0.9],
      [0.1, 0.1, 0.1],
    ]);
    assert.deepEqual(round([mean, se ?? 1]), [0.5, 0]);
    assert.deepEqual(round(ci95), round(wilsonInterval(3, 6)));
  });

  it('the interval has a width if all attempts are perfect', () => {
    const right = Array.from({ length: 9 }, () => [1, 1, 1, 1, 1]);
    assert.deepEqual(round(suiteMean(right).ci95), [0.9213, 1]);
  });

  it('suiteMean uses Satterthwaite degrees of freedom over several scenarios', () => {
    // equal variances, n = 3 each: df = 2 + 2 = 4, se² = (0.01/3 · 2) / 4, N = 6, m = 0.5
    const { se, ci95 } = suiteMean([
      [0.6, 0.7, 0.8],
      [0.2, 0.3, 0.4],
    ]);
    assert.deepEqual(round([se ?? 0]), [0.0408]);
    const half = 2.776445 * Math.sqrt(0.01 / 6 + (0.5 / 7) ** 2);
    assert.deepEqual(round(ci95), round([0.5 - half, 0.5 + half]));
  });

  it('suiteMean has no interval if a scenario has a single attempt', () => {
    assert.equal(suiteMean([[0.5]]).ci95, undefined);
    assert.equal(suiteMean([[0.5, 0.6], [0.5]]).ci95, undefined);
  });

  it('the suite mean always lies inside an interval within [0, 1] that has a width', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const suite = fc.array(fc.array(score, { minLength: 2, maxLength: 6 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(suite, (scenarios) => {
        const { mean, ci95 } = suiteMean(scenarios);
        assert.ok(ci95 && ci95[0] <= mean + 1e-12 && mean - 1e-12 <= ci95[1]);
        assert.ok(0 <= ci95[0] && ci95[0] < ci95[1] && ci95[1] <= 1);
      }),
    );
  });
});

const CONVERSATIONS = [
  [1, 1, 1, 1],
  [0, 0, 0, 0],
  [1, 0, 1, 1],
];

describe('generalMean', () => {
  it('generalMean uses the clustered standard error .300, not .149 of pooled turns', () => {
    assert.equal(generalMean(CONVERSATIONS).se?.toFixed(3), '0.300');
    assert.equal(suiteMean([CONVERSATIONS.flat()]).se?.toFixed(3), '0.149');
  });

  it('generalMean has the standard error of NIST’s heat flow data, 1.4.2.8: mean, sd, n from the e-Handbook', () => {
    // 195 scenarios of one attempt with sd 0.022789, moved into [0, 1]: ± 1.9723 · 0.022789 / √195
    const raw = Array.from({ length: 195 }, (_, at) => Math.sin(at));
    const { mean, sd = 1 } = suiteMean([raw]);
    const heat = raw.map((value) => [0.5 + ((value - mean) / sd) * 0.022789]);
    assert.equal(generalMean(heat).se?.toFixed(6), '0.001632');
  });

  it('generalMean requires two scenarios and one attempt each', () => {
    assert.equal(generalMean([[0.5, 0.6, 0.7]]).ci95, undefined);
    assert.ok(generalMean([[0.5], [0.7]]).ci95);
  });
});
