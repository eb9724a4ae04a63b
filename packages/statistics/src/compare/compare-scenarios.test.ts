import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { compareScenarios, findChangedScenarios, holm } from './compare-scenarios.ts';
import type { ScenarioPair } from './difference.ts';
import { seededRandom } from '../math/seeded-random.ts';

function adjusted(pValues: readonly number[]): readonly number[] {
  return holm(pValues).map((result) => Math.round(result.adjusted * 1e6) / 1e6);
}

describe('holm', () => {
  it('multiplies the smallest by all, the next by one less, and never goes down', () => {
    assert.deepEqual(adjusted([0.01, 0.02, 0.03, 0.04]), [0.04, 0.06, 0.06, 0.06]);
    assert.deepEqual(adjusted([0.04, 0.01, 0.03]), [0.06, 0.03, 0.06]);
    assert.deepEqual(adjusted([0.9, 0.8]), [1, 1]);
    assert.deepEqual(adjusted([]), []);
  });

  it('gives each the level at which it was looked at, and the rest the one where it stopped', () => {
    const levels = holm([0.03, 0.001, 0.04, 0.2]).map(({ level }) => level);
    assert.deepEqual(levels, [0.05 / 3, 0.05 / 4, 0.05 / 3, 0.05 / 3]);
  });

  it('finds p below its level exactly where the adjusted p is below alpha', () => {
    const family = fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(family, (pValues) => {
        for (const [at, { adjusted: p, level }] of holm(pValues).entries()) {
          if (Math.abs(p - 0.05) < 1e-12) continue;
          assert.equal(p <= 0.05, (pValues[at] ?? 0) <= level);
        }
      }),
    );
  });

  it('is between the plain p and Bonferroni’s, and keeps the order', () => {
    const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(family, (pValues) => {
        const results = pValues.map((p, at) => ({
          p,
          adjusted: holm(pValues)[at]?.adjusted ?? -1,
        }));
        for (const { p, adjusted: after } of results) {
          assert.ok(p <= after && after <= Math.min(1, p * pValues.length) + 1e-12);
        }
        const sorted = results.toSorted((a, b) => a.p - b.p).map((result) => result.adjusted);
        assert.deepEqual(
          sorted,
          sorted.toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

/** Suites of every kind: noisy and constant, small and large changes, one attempt and none. */
function exampleSuite(random: () => number): readonly ScenarioPair[] {
  const attempts = (centre: number, noise: number, count: number): readonly number[] =>
    Array.from({ length: count }, () => centre + noise * (random() - 0.5));
  return Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
    const noise = random() < 0.3 ? 0 : random() * 0.2;
    const change = random() < 0.5 ? 0 : (random() - 0.5) * 0.6;
    const count = Math.floor(random() * 8);
    return {
      baseline: attempts(0.5, noise, count),
      candidate: attempts(0.5 + change, noise, count),
      sameReplies: noise === 0 && random() < 0.5,
    };
  });
}

test('what changed beyond noise is what the verdicts on the scenarios say', () => {
  const random = seededRandom(7);
  const seen = new Set<string | undefined>();
  for (let round = 0; round < 400; round += 1) {
    const suite = exampleSuite(random);
    const changes = findChangedScenarios(suite);
    const verdicts = compareScenarios(suite, 0.03).map((verdict) =>
      verdict?.result === 'regressed' || verdict?.result === 'improved'
        ? verdict.result
        : undefined,
    );
    assert.deepEqual(changes, verdicts);
    for (const change of changes) seen.add(change);
  }
  assert.deepEqual(seen, new Set([undefined, 'regressed', 'improved']));
});
