import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tProbability } from './t-probability.ts';
import { tQuantile } from './t-quantile.ts';

describe('tQuantile', () => {
  it('is the table of the NIST/SEMATECH e-Handbook, 1.3.6.7.2', () => {
    const two = [1, 2, 3, 4, 5, 8, 10, 20, 30, 60, 100].map((df) => tQuantile(df).toFixed(3));
    assert.deepEqual(
      two,
      '12.706 4.303 3.182 2.776 2.571 2.306 2.228 2.086 2.042 2.000 1.984'.split(' '),
    );
    const one = [1, 5, 10, 30].map((df) => tQuantile(df, 0.01).toFixed(3));
    assert.deepEqual(one, '63.657 4.032 3.169 2.750'.split(' '));
  });

  it('becomes the normal quantile', () => {
    for (const df of [1e6, 1e7, 1e9, 1e12]) {
      assert.ok(Math.abs(tQuantile(df) - 1.959964) < 5e-6, String(df));
    }
  });

  it('is the inverse of the probability, also at the levels Holm uses for a thousand scenarios', () => {
    for (const df of [1, 1.7, 4, 8.5, 40, 1000, 1e5]) {
      for (const level of [0.05, 0.01, 0.05 / 30, 0.05 / 1000]) {
        const back = tProbability(tQuantile(df, level), df);
        assert.ok(Math.abs(back / level - 1) < 1e-5, `${df} ${level} ${back}`);
      }
    }
  });
});
