import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generalMean, suiteMean } from './mean-interval.ts';

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

const CONVERSATIONS = [
  [1, 1, 1, 1],
  [0, 0, 0, 0],
  [1, 0, 1, 1],
];

describe('generalMean', () => {
  it('has the error of the clusters, .300, where pooled turns would claim .149', () => {
    assert.equal(generalMean(CONVERSATIONS).se?.toFixed(3), '0.300');
    assert.equal(suiteMean([CONVERSATIONS.flat()]).se?.toFixed(3), '0.149');
  });

  it('is the t interval of NIST’s heat flow data, 1.4.2.8: mean, sd, n from the e-Handbook', () => {
    // 195 scenarios of one attempt with mean 9.261460 and sd 0.022789: 9.258242 to 9.264679
    const raw = Array.from({ length: 195 }, (_, at) => Math.sin(at));
    const { mean, sd = 1 } = suiteMean([raw]);
    const heat = raw.map((value) => [9.26146 + ((value - mean) / sd) * 0.022789]);
    assert.deepEqual(
      generalMean(heat).ci95?.map((end) => end.toFixed(4)),
      ['9.2582', '9.2647'],
    );
  });

  it('needs two scenarios and one attempt', () => {
    assert.equal(generalMean([[0.5, 0.6, 0.7]]).ci95, undefined);
    assert.ok(generalMean([[0.5], [0.7]]).ci95);
  });
});
