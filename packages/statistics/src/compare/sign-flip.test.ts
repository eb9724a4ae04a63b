import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../math/seeded-random.ts';
import { signFlip } from './sign-flip.ts';

/** Enumerates every combination of signs. */
function bruteForce(deltas: readonly number[]): number {
  const total = Math.abs(deltas.reduce((sum, delta) => sum + delta, 0));
  let extreme = 0;
  for (let signs = 0; signs < 2 ** deltas.length; signs += 1) {
    let sum = 0;
    for (const [at, delta] of deltas.entries()) sum += (signs >> at) & 1 ? -delta : delta;
    if (Math.abs(sum) >= total) extreme += 1;
  }
  return extreme / 2 ** deltas.length;
}

const random = seededRandom(1);

describe('signFlip', () => {
  it('signFlip equals Fisher’s test of Darwin’s maize (The Design of Experiments, §21): 1726 of 32768', () => {
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    assert.deepEqual(signFlip(maize, random), { p: 1726 / 32768, method: 'exact' });
  });

  it('signFlip is undefined below six differences, where p is at least 1/16', () => {
    assert.equal(signFlip([1, 1, 1, 1, 1], random), undefined);
    assert.equal(signFlip([1, 1, 1, 1, 1, 1], random)?.p, 1 / 32);
  });

  it('signFlip equals brute force enumeration of all signs', () => {
    const whole = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 6, maxLength: 10 });
    fc.assert(
      fc.property(whole, (deltas) => {
        assert.equal(signFlip(deltas, random)?.p, bruteForce(deltas));
      }),
    );
  });

  it('signFlip counts ties despite rounding errors', () => {
    assert.equal(signFlip([0.1, 0.2, 0.3, 0.1, 0.2, 0.3], random)?.p, 1 / 32);
  });

  it('signFlip draws a reproducible seeded sample above twenty differences', () => {
    const deltas = Array.from({ length: 100 }, (_, at) => (at < 60 ? 1 : -1));
    const drawn = signFlip(deltas, seededRandom(7));
    assert.equal(drawn?.method, 'sampled');
    // P(|2 X − 100| ≥ 20) for X of Bin(100, ½), R: 2 * pbinom(40, 100, 0.5) = 0.05689
    assert.ok(Math.abs(drawn.p - 0.05689) < 0.01, String(drawn.p));
    assert.deepEqual(signFlip(deltas, seededRandom(7)), drawn);
    assert.equal(
      signFlip(
        Array.from({ length: 40 }, () => 1),
        seededRandom(7),
      )?.p,
      1 / 10_000,
    );
  });
});
