import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chanceOfConstants } from './chance-of-constants.ts';

describe('chanceOfConstants', () => {
  it('is the worst that a model with two outcomes can do, by trying all rates', () => {
    for (const [m, n] of [
      [2, 2],
      [3, 3],
      [2, 5],
      [5, 5],
    ] as const) {
      let worst = 0;
      for (let rate = 0; rate <= 1; rate += 0.001) {
        worst = Math.max(worst, rate ** m * (1 - rate) ** n + rate ** n * (1 - rate) ** m);
      }
      const bound = chanceOfConstants({ pairs: [[m, n]], changed: 1 });
      assert.ok(bound >= worst - 1e-6, `${m} ${n}`);
      if (m === n) assert.ok(Math.abs(bound - worst) < 1e-6);
    }
  });

  it('is a binomial tail over scenarios: two of three, an eighth each', () => {
    const pairs = [0, 1, 2].map(() => [2, 2] as const);
    const expected = 3 * (1 / 8) ** 2 * (7 / 8) + (1 / 8) ** 3;
    assert.ok(Math.abs(chanceOfConstants({ pairs, changed: 2 }) - expected) < 1e-9);
  });

  it('is 0 where nothing uncertain changed, and holds for a hundred thousand scenarios', () => {
    assert.equal(chanceOfConstants({ pairs: [[2, 2]], changed: 0 }), 0);
    const pairs = Array.from({ length: 100_000 }, () => [5, 5] as const);
    // 195 are expected at most
    assert.ok(chanceOfConstants({ pairs, changed: 300 }) < 1e-6);
    assert.ok(chanceOfConstants({ pairs, changed: 150 }) > 0.99);
  });
});
