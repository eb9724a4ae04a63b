import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteMean } from './suite-mean.ts';

function round(numbers: readonly number[] | undefined): readonly number[] | undefined {
  return numbers?.map((value) => Math.round(value * 1e4) / 1e4);
}

describe('suiteMean', () => {
  it('is the t interval over the attempts of one scenario', () => {
    // mean 0.7, s = 0.1, n = 3: 0.7 ± 4.3027 · 0.1 / √3
    const { mean, se, ci95 } = suiteMean([[0.6, 0.7, 0.8]]);
    assert.deepEqual(round([mean, se ?? 0]), [0.7, 0.0577]);
    assert.deepEqual(round(ci95), [0.4516, 0.9484]);
  });

  it('stratifies: differences between scenarios are no noise', () => {
    const { mean, se, ci95 } = suiteMean([
      [0.9, 0.9, 0.9],
      [0.1, 0.1, 0.1],
    ]);
    assert.deepEqual(round([mean, se ?? 1]), [0.5, 0]);
    assert.deepEqual(round(ci95), [0.5, 0.5]);
  });

  it('uses Satterthwaite degrees of freedom over several scenarios', () => {
    // equal variances, n = 3 each: df = 2 + 2 = 4, se = √(0.01/3 · 2) / 2
    const { se, ci95 } = suiteMean([
      [0.6, 0.7, 0.8],
      [0.2, 0.3, 0.4],
    ]);
    assert.deepEqual(round([se ?? 0]), [0.0408]);
    assert.deepEqual(round(ci95), [0.3867, 0.6133]);
  });

  it('has no interval where a scenario was run once', () => {
    assert.equal(suiteMean([[0.5]]).ci95, undefined);
    assert.equal(suiteMean([[0.5, 0.6], [0.5]]).ci95, undefined);
  });

  it('puts the mean inside the interval, whatever the scores', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const suite = fc.array(fc.array(score, { minLength: 2, maxLength: 6 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(suite, (scenarios) => {
        const { mean, ci95 } = suiteMean(scenarios);
        assert.ok(ci95 && ci95[0] <= mean && mean <= ci95[1]);
      }),
    );
  });
});
