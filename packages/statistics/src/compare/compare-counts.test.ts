import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  comparePassCounts,
  differInFaults,
  exceedsFaultLimit,
  fisherExact,
  type Rate,
} from './compare-counts.ts';

type Counts = readonly [number, number];

function scenario([oldPasses, oldAttempts]: Counts, [passes, attempts]: Counts) {
  return {
    baseline: { passes: oldPasses, attempts: oldAttempts },
    candidate: { passes, attempts },
  };
}

describe('comparePassCounts', () => {
  it('comparePassCounts equals Fisher’s exact test for one scenario: R, fisher.test(matrix(c(3, 1, 1, 3), 2)), p = .4857', () => {
    assert.equal(comparePassCounts([scenario([3, 4], [1, 4])]).toFixed(4), '0.4857');
    // Fisher's twins, R's example: 2 of 17 against 10 of 13.
    assert.equal(comparePassCounts([scenario([2, 17], [10, 13])]).toFixed(7), '0.0005367');
  });

  it('a drop that is only significant over several scenarios is found', () => {
    const one = scenario([5, 5], [3, 5]);
    assert.ok(comparePassCounts([one]) > 0.4);
    assert.ok(comparePassCounts([one, one, one, one]) < 0.01);
  });

  it('more attempts at a hard scenario do not count as a drop', () => {
    const hard = scenario([1, 5], [4, 20]);
    const easy = scenario([20, 20], [5, 5]);
    assert.ok(comparePassCounts([hard, easy]) > 0.9);
  });

  it('p is 1 without attempts, or if all attempts passed or all failed', () => {
    assert.equal(comparePassCounts([]), 1);
    assert.equal(comparePassCounts([scenario([0, 0], [3, 5])]), 1);
    assert.equal(comparePassCounts([scenario([5, 5], [5, 5]), scenario([0, 5], [0, 5])]), 1);
  });

  it('comparePassCounts is symmetric in the runs and independent of scenario order', () => {
    const counts = fc
      .integer({ min: 0, max: 6 })
      .chain((attempts) => fc.tuple(fc.integer({ min: 0, max: attempts }), fc.constant(attempts)));
    fc.assert(
      fc.property(fc.array(fc.tuple(counts, counts), { maxLength: 6 }), (suite) => {
        const p = comparePassCounts(suite.map(([old, now]) => scenario(old, now)));
        const mirrored = comparePassCounts(suite.map(([old, now]) => scenario(now, old)));
        const reversed = comparePassCounts(
          suite.toReversed().map(([old, now]) => scenario(old, now)),
        );
        assert.ok(p > 0 && p <= 1);
        assert.ok(Math.abs(p - mirrored) < 1e-9 && Math.abs(p - reversed) < 1e-9);
      }),
    );
  });

  it('comparePassCounts handles ten thousand scenarios', () => {
    const suite = Array.from({ length: 10_000 }, (_, at) => scenario([4, 5], [at % 10 ? 4 : 3, 5]));
    assert.ok(comparePassCounts(suite) < 1e-9);
  });
});

/** Adds the probabilities of all tables with the same margins that are at most as probable, in whole numbers. */
function byCounting(a: Rate, b: Rate): number {
  const hits = a.hits + b.hits;
  const first = Math.max(0, hits - b.of);
  const tables = [choose(a.of, first) * choose(b.of, hits - first)];
  for (let drawn = first; drawn < Math.min(hits, a.of); drawn += 1) {
    const more = BigInt(a.of - drawn) * BigInt(hits - drawn);
    const fewer = BigInt(drawn + 1) * BigInt(b.of - hits + drawn + 1);
    tables.push(((tables.at(-1) ?? 0n) * more) / fewer);
  }
  const observed = tables[a.hits - first] ?? 0n;
  const sum = (list: readonly bigint[]): bigint => list.reduce((total, each) => total + each, 0n);
  const extreme = sum(tables.filter((table) => table <= observed));
  return Number((extreme * 10n ** 20n) / sum(tables)) / 1e20;
}

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let result = 1n;
  for (let at = 0; at < k; at += 1) result = (result * BigInt(n - at)) / BigInt(at + 1);
  return result;
}

const rate = fc.nat(60).chain((of) => fc.nat(of).map((hits): Rate => ({ hits, of })));

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-14, `${actual} and ${expected}`);
}

describe('fisherExact', () => {
  it('fisherExact gives the p-values of R for the lady tasting tea and for the twins', () => {
    assert.equal(fisherExact({ hits: 3, of: 4 }, { hits: 1, of: 4 }).toFixed(4), '0.4857');
    assert.equal(fisherExact({ hits: 2, of: 17 }, { hits: 10, of: 13 }).toFixed(7), '0.0005367');
  });

  it('fisherExact equals the share of tables that are at most as probable, counted in whole numbers', () => {
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        assertNear(fisherExact(a, b), byCounting(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  it('fisherExact has fourteen decimals with 50,000 cases a side', () => {
    for (const [a, b] of [
      [
        { hits: 1_000, of: 50_000 },
        { hits: 940, of: 50_000 },
      ],
      [
        { hits: 2_480, of: 5_000 },
        { hits: 2_120, of: 4_200 },
      ],
    ] as const) {
      assertNear(fisherExact(a, b), byCounting(a, b));
    }
  });

  it('fisherExact does not depend on the order of the sides, nor on what is called a hit', () => {
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const p = fisherExact(a, b);
        const misses = fisherExact(
          { hits: a.of - a.hits, of: a.of },
          { hits: b.of - b.hits, of: b.of },
        );
        assert.ok(p >= 0 && p <= 1);
        assertNear(p, fisherExact(b, a));
        assertNear(p, misses);
      }),
    );
  });

  it('fisherExact is 1 if a side has no cases, and if all cases or none are hits', () => {
    assert.equal(fisherExact({ hits: 0, of: 0 }, { hits: 5, of: 9 }), 1);
    assert.equal(fisherExact({ hits: 9, of: 9 }, { hits: 4, of: 4 }), 1);
    assert.equal(fisherExact({ hits: 0, of: 9 }, { hits: 0, of: 4 }), 1);
  });

  it('fisherExact calls equal rates significant in at most 5 % of the draws', () => {
    for (const share of [0.05, 0.2, 0.5]) {
      assert.ok(significantShare(30, 40, share) <= 0.05);
    }
  });
});

/** The probability that two equal rates differ significantly, over all outcomes. */
function significantShare(first: number, second: number, share: number): number {
  let total = 0;
  for (let i = 0; i <= first; i += 1) {
    for (let j = 0; j <= second; j += 1) {
      if (fisherExact({ hits: i, of: first }, { hits: j, of: second }) >= 0.05) continue;
      total += binomial(first, i, share) * binomial(second, j, share);
    }
  }
  return total;
}

function binomial(n: number, k: number, share: number): number {
  return Number(choose(n, k)) * share ** k * (1 - share) ** (n - k);
}

describe('differInFaults', () => {
  it('fault rates differ if Fisher’s exact test is below 5 %', () => {
    const none = { hits: 0, of: 50 };
    assert.deepEqual(differInFaults(none, { hits: 5, of: 50 }).differs, false);
    assert.deepEqual(differInFaults(none, { hits: 6, of: 50 }).differs, true);
    assert.equal(differInFaults(none, { hits: 6, of: 50 }).p.toFixed(3), '0.027');
  });

  it('fault rates do not differ if a side has no audited conversation', () => {
    assert.deepEqual(differInFaults({ hits: 0, of: 0 }, { hits: 9, of: 9 }), {
      p: 1,
      differs: false,
    });
  });
});

describe('exceedsFaultLimit', () => {
  it('the fault limit is exceeded if the lower end of the Wilson interval is above 5 %', () => {
    // The lower ends: 1 of 10 = .018, 2 of 10 = .057; 8 of 100 = .041, 10 of 100 = .055.
    assert.equal(exceedsFaultLimit(1, 10), false);
    assert.equal(exceedsFaultLimit(2, 10), true);
    assert.equal(exceedsFaultLimit(8, 100), false);
    assert.equal(exceedsFaultLimit(10, 100), true);
  });

  it('the fault limit is not exceeded without excluded attempts or without attempts', () => {
    assert.equal(exceedsFaultLimit(0, 1000), false);
    assert.equal(exceedsFaultLimit(0, 0), false);
  });
});
