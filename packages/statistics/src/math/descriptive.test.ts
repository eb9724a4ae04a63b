import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantile } from './descriptive.ts';

describe('quantile', () => {
  it('quantile interpolates between two values: R, quantile(x, c(.5, .95))', () => {
    const values = [900, 120, 300, 250, 4000];
    assert.equal(quantile(values, 0.5), 300);
    assert.equal(quantile(values, 0.95)?.toFixed(6), '3380.000000');
    assert.equal(quantile([1, 2], 0.5), 1.5);
    assert.equal(quantile([7], 0.95), 7);
  });

  it('quantile is undefined without values and does not mutate its input', () => {
    assert.equal(quantile([], 0.5), undefined);
    const values = [2, 1];
    quantile(values, 0.5);
    assert.deepEqual(values, [2, 1]);
  });
});
