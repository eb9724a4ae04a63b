import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tProbability, tQuantile } from './t-distribution.ts';

describe('tQuantile', () => {
  it('tQuantile equals the table of the NIST/SEMATECH e-Handbook, 1.3.6.7.2', () => {
    const two = [1, 2, 3, 4, 5, 8, 10, 20, 30, 60, 100].map((df) => tQuantile(df).toFixed(3));
    assert.deepEqual(
      two,
      '12.706 4.303 3.182 2.776 2.571 2.306 2.228 2.086 2.042 2.000 1.984'.split(' '),
    );
    const one = [1, 5, 10, 30].map((df) => tQuantile(df, 0.01).toFixed(3));
    assert.deepEqual(one, '63.657 4.032 3.169 2.750'.split(' '));
  });

  it('tQuantile equals SciPy’s t.ppf', () => {
    for (const [df, level, expected] of [
      [1.7, 0.05, 5.118838988253059],
      [8.5, 0.05 / 30, 4.522439054971605],
      [72, 0.05, 1.9934635666618723],
      [1000, 5e-5, 4.073386327283172],
      [12_345.6, 0.01, 2.576227604425214],
    ] as const) {
      assert.ok(Math.abs(tQuantile(df, level) / expected - 1) < 1e-9, `${df} ${level}`);
    }
  });

  it('tQuantile approaches the normal quantile', () => {
    for (const df of [1e6, 1e7, 1e9, 1e12]) {
      assert.ok(Math.abs(tQuantile(df) - 1.959964) < 5e-6, String(df));
    }
  });

  it('tQuantile inverts tProbability, even at the Holm levels of a thousand scenarios', () => {
    for (const df of [1, 1.7, 4, 8.5, 40, 1000, 1e5]) {
      for (const level of [0.05, 0.01, 0.05 / 30, 0.05 / 1000]) {
        const back = tProbability(tQuantile(df, level), df);
        assert.ok(Math.abs(back / level - 1) < 1e-9, `${df} ${level} ${back}`);
      }
    }
  });
});

/** Integrates the density without its constant, by Simpson's rule over x = tan(u). */
function integrate(from: number, df: number): number {
  const steps = 4000;
  const start = Math.atan(from / Math.sqrt(df));
  const width = (Math.PI / 2 - start) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const weight = step === 0 || step === steps ? 1 : 2 + 2 * (step % 2);
    sum += weight * Math.max(0, Math.cos(start + step * width)) ** (df - 1);
  }
  return (sum * width) / 3;
}

describe('tProbability', () => {
  it('tProbability equals the integral of the density by Simpson’s rule', () => {
    for (const df of [1, 2, 3.5, 8, 17.776, 60]) {
      for (const t of [0, 0.1, 1, 2, 3, 6]) {
        const expected = integrate(t, df) / integrate(0, df);
        assert.ok(Math.abs(tProbability(t, df) - expected) < 1e-7, `${t} ${df}`);
        assert.equal(tProbability(-t, df), tProbability(t, df));
      }
    }
  });

  it('tProbability equals SciPy’s t.sf', () => {
    for (const [t, df, expected] of [
      [2, 3.5, 0.12613852257591343],
      [6, 17.776, 1.188012373018271e-5],
      [3, 1000, 0.0027667090442381925],
    ] as const) {
      assert.ok(Math.abs(tProbability(t, df) / expected - 1) < 1e-10, `${t} ${df}`);
    }
  });

  it('tProbability equals the closed form at df 1 and 2, even in the far tail', () => {
    for (const t of [0.5, 5, 500, 5e5]) {
      const cauchy = (2 / Math.PI) * Math.atan(1 / t);
      const two = 2 / (2 + t ** 2 + t * Math.sqrt(2 + t ** 2));
      assert.ok(Math.abs(tProbability(t, 1) / cauchy - 1) < 1e-6, String(t));
      assert.ok(Math.abs(tProbability(t, 2) / two - 1) < 1e-6, String(t));
    }
  });

  it('tProbability ends at 0 and 1 and approaches the normal probability', () => {
    assert.equal(tProbability(0, 5), 1);
    assert.equal(tProbability(Infinity, 5), 0);
    assert.equal(tProbability(1e300, 5), 0);
    for (const df of [1e5, 1e6, 1e8]) {
      assert.ok(Math.abs(tProbability(1.959964, df) - 0.05) < 1e-5, String(df));
    }
  });
});
