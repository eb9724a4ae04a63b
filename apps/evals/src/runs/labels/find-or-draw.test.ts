import { seededRandom } from '@fairtrial/statistics';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawAttempts, shuffle } from './find-or-draw.ts';

/** Numbers of attempts by scenario, as attempts. */
const toAttempts = (counts: readonly number[]) =>
  counts.flatMap((count, scenarioNo) =>
    Array.from({ length: count }, (_, attemptNo) => ({ scenarioNo, attemptNo })),
  );

const counts = fc.array(fc.nat(12), { minLength: 1, maxLength: 8 });

describe('a draw of attempts', () => {
  it('has n different attempts, or all if there are fewer', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 60 }), fc.nat(), (sizes, n, seed) => {
        const attempts = toAttempts(sizes);
        const drawn = drawAttempts(attempts, n, seededRandom(seed));
        assert.equal(drawn.length, Math.min(n, attempts.length));
        assert.equal(new Set(drawn).size, drawn.length);
        assert.ok(drawn.every((attempt) => attempts.includes(attempt)));
      }),
    );
  });

  it('has the share of each scenario, rounded up or down', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 60 }), fc.nat(), (sizes, n, seed) => {
        const attempts = toAttempts(sizes);
        const drawn = drawAttempts(attempts, n, seededRandom(seed));
        for (const [scenario, size] of sizes.entries()) {
          const share = (drawn.length * size) / (attempts.length || 1);
          const count = drawn.filter(({ scenarioNo }) => scenarioNo === scenario).length;
          assert.ok(Math.abs(count - share) < 1 + 1e-9, `${count} of ${share}`);
        }
      }),
    );
  });

  it('depends only on the seed', () => {
    const attempts = toAttempts([5, 5, 5]);
    const draw = (seed: number) => drawAttempts(attempts, 6, seededRandom(seed));
    assert.deepEqual(draw(1), draw(1));
    assert.notDeepEqual(draw(1), draw(2));
  });

  it('takes every attempt with the same probability', () => {
    const attempts = toAttempts([2, 5, 9]);
    const times = new Map(attempts.map((attempt) => [attempt, 0]));
    const draws = 20_000;
    const random = seededRandom(1);
    for (let no = 0; no < draws; no += 1) {
      for (const drawn of drawAttempts(attempts, 6, random)) {
        times.set(drawn, (times.get(drawn) ?? 0) + 1);
      }
    }
    for (const count of times.values()) {
      assert.ok(Math.abs(count / draws - 6 / 16) < 0.02, String(count / draws));
    }
  });

  it('is shuffled into any order with the same probability', () => {
    const random = seededRandom(1);
    const orders = new Map<string, number>();
    for (let no = 0; no < 12_000; no += 1) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    assert.equal(orders.size, 6);
    for (const count of orders.values()) assert.ok(Math.abs(count - 2000) < 200, String(count));
  });
});
