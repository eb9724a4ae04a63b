import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isConstant, samplePair, scenarioDelta } from './scenario-pair.ts';

describe('samplePair', () => {
  it('samplePair returns size and variance of both sides and their difference', () => {
    const pair = samplePair({ baseline: [0.5, 0.7], candidate: [0.8, 0.8, 0.8] });
    assert.deepEqual([pair?.baseline.n, pair?.candidate.n], [2, 3]);
    assert.equal(pair?.baseline.variance.toFixed(4), '0.0200');
    assert.equal(pair?.candidate.variance, 0);
    assert.equal(pair?.delta.toFixed(4), '0.2000');
  });

  it('samplePair requires two attempts per side', () => {
    assert.equal(samplePair({ baseline: [0.5], candidate: [0.5, 0.6] }), undefined);
    assert.equal(samplePair({ baseline: [0.5, 0.6], candidate: [] }), undefined);
  });

  it('rounding errors of a sum do not count as a difference', () => {
    const third = 0.1 + 0.2;
    const pair = samplePair({ baseline: [third, 0.3], candidate: [0.3, third, 0.3] });
    assert.ok(pair && isConstant(pair));
    assert.equal(pair.delta, 0);
    assert.equal(scenarioDelta({ baseline: [third], candidate: [0.3] }), 0);
  });
});
