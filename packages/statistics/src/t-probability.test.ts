import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tProbability } from './t-probability.ts';

/** The density without its constant, integrated by Simpson's rule over x = tan(u). */
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
  it('is the integral of the density, by Simpson’s rule', () => {
    for (const df of [1, 2, 3.5, 8, 17.776, 60]) {
      for (const t of [0, 0.1, 1, 2, 3, 6]) {
        const expected = integrate(t, df) / integrate(0, df);
        assert.ok(Math.abs(tProbability(t, df) - expected) < 1e-7, `${t} ${df}`);
        assert.equal(tProbability(-t, df), tProbability(t, df));
      }
    }
  });

  it('is the closed form at one and two degrees of freedom, far out as well', () => {
    for (const t of [0.5, 5, 500, 5e5]) {
      const cauchy = (2 / Math.PI) * Math.atan(1 / t);
      const two = 2 / (2 + t ** 2 + t * Math.sqrt(2 + t ** 2));
      assert.ok(Math.abs(tProbability(t, 1) / cauchy - 1) < 1e-6, String(t));
      assert.ok(Math.abs(tProbability(t, 2) / two - 1) < 1e-6, String(t));
    }
  });

  it('ends at 0 and 1, and becomes the normal probability', () => {
    assert.equal(tProbability(0, 5), 1);
    assert.equal(tProbability(Infinity, 5), 0);
    assert.equal(tProbability(1e300, 5), 0);
    for (const df of [1e5, 1e6, 1e8]) {
      assert.ok(Math.abs(tProbability(1.959964, df) - 0.05) < 1e-5, String(df));
    }
  });
});
