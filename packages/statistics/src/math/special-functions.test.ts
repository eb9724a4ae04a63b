import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logGamma, regularisedBeta } from './special-functions.ts';

function assertClose(actual: number, expected: number, precision = 1e-12): void {
  const error = Math.abs(actual - expected) / Math.max(1e-300, Math.abs(expected));
  assert.ok(error < precision, `${actual} is not ${expected}`);
}

function beta(x: number, a: number, b: number): number {
  return regularisedBeta({ x, rest: 1 - x }, a, b);
}

describe('logGamma', () => {
  it('logGamma equals the logarithm of the factorial', () => {
    let factorial = 1;
    for (let n = 1; n <= 100; n += 1) {
      assert.ok(Math.abs(logGamma(n) - Math.log(factorial)) < 1e-12 * Math.max(1, n), String(n));
      factorial *= n;
    }
  });

  it('logGamma equals SciPy’s gammaln', () => {
    assertClose(logGamma(0.5), 0.5723649429247);
    assertClose(logGamma(1.5), -0.12078223763524526);
    assertClose(logGamma(33.3), 82.60372358165493);
    assertClose(logGamma(1000), 5905.220423209181);
  });
});

describe('regularisedBeta', () => {
  it('regularisedBeta equals SciPy’s betainc', () => {
    assertClose(beta(0.25, 2, 3), 0.26171875);
    assertClose(beta(0.9, 8, 0.5), 0.2010959340037652);
    assertClose(beta(0.5, 40, 60), 0.9780623532064924);
    assertClose(beta(0.001953125, 300, 99_701), 2.1672410515585122e-12, 1e-9);
  });

  it('regularisedBeta equals a binomial tail, summed term by term', () => {
    for (const [n, rate] of [
      [1, 0.3],
      [9, 0.125],
      [30, 0.9],
    ] as const) {
      let term = (1 - rate) ** n;
      let below = 0;
      for (let k = 1; k <= n; k += 1) {
        below += term;
        term *= ((n - k + 1) / k) * (rate / (1 - rate));
        assert.ok(Math.abs(beta(rate, k, n - k + 1) - (1 - below)) < 1e-12, `${n} ${rate} ${k}`);
      }
    }
  });

  it('regularisedBeta is 0 at 0, 1 at 1, and symmetric', () => {
    assert.deepEqual([beta(0, 2, 3), beta(1, 2, 3)], [0, 1]);
    for (const x of [0.01, 0.3, 0.5, 0.99]) {
      assert.ok(Math.abs(beta(x, 7, 0.5) + beta(1 - x, 0.5, 7) - 1) < 1e-12, String(x));
    }
  });
});
