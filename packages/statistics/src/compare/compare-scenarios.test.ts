import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  compareScenarios,
  findChangedScenarios,
  holm,
  minScenarioAttempts,
} from './compare-scenarios.ts';
import type { ScenarioPair } from './scenario-pair.ts';
import { seededRandom } from '../math/seeded-random.ts';

function adjusted(pValues: readonly number[]): readonly number[] {
  return holm(pValues).map((result) => Math.round(result.adjusted * 1e6) / 1e6);
}

describe('holm', () => {
  it('adjusted p-values are multiplied by the remaining family size and never decrease', () => {
    assert.deepEqual(adjusted([0.01, 0.02, 0.03, 0.04]), [0.04, 0.06, 0.06, 0.06]);
    assert.deepEqual(adjusted([0.04, 0.01, 0.03]), [0.06, 0.03, 0.06]);
    assert.deepEqual(adjusted([0.9, 0.8]), [1, 1]);
    assert.deepEqual(adjusted([]), []);
  });

  it('holm returns the level of each test, and the stopping level for the rest', () => {
    const levels = holm([0.03, 0.001, 0.04, 0.2]).map(({ level }) => level);
    assert.deepEqual(levels, [0.05 / 3, 0.05 / 4, 0.05 / 3, 0.05 / 3]);
  });

  it('p is below its Holm level if and only if the adjusted p is below alpha', () => {
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

  it('the adjusted p lies between the plain p and Bonferroni’s and keeps the order', () => {
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

/** A random suite: noisy and constant scenarios, small and large changes, zero, one or more attempts. */
function exampleSuite(random: () => number): readonly ScenarioPair[] {
  const attempts = (centre: number, noise: number, count: number): readonly number[] =>
    Array.from({ length: count }, () => centre + noise * (random() - 0.5));
  return Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
    const noise = random() < 0.3 ? 0 : random() * 0.2;
    const change = random() < 0.5 ? 0 : (random() - 0.5) * 0.6;
    const count = Math.floor(random() * 12);
    return {
      baseline: attempts(0.5, noise, count),
      candidate: attempts(0.5 + change, noise, count),
    };
  });
}

test('findChangedScenarios agrees with compareScenarios', () => {
  const random = seededRandom(7);
  const seen = new Set<string | undefined>();
  for (let round = 0; round < 400; round += 1) {
    const suite = exampleSuite(random);
    const level = random() < 0.5 ? 0.05 : 0.002;
    const changes = findChangedScenarios(suite, level);
    const verdicts = compareScenarios(suite, { level }).map((verdict) =>
      verdict?.result === 'regressed' || verdict?.result === 'improved'
        ? verdict.result
        : undefined,
    );
    assert.deepEqual(changes, verdicts);
    for (const change of changes) seen.add(change);
  }
  assert.deepEqual(seen, new Set([undefined, 'regressed', 'improved']));
});

describe('minScenarioAttempts', () => {
  it('minScenarioAttempts is 5 up to 25 scenarios and 6 up to 102', () => {
    assert.deepEqual(
      [1, 2, 3, 9, 25, 26, 102, 103].map((scenarios) => minScenarioAttempts(scenarios)),
      [3, 4, 4, 5, 5, 6, 6, 7],
    );
    assert.equal(minScenarioAttempts(0), 3);
  });

  it('minScenarioAttempts limits constant sides by chance to 5 % over all scenarios', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (scenarios) => {
        const attempts = minScenarioAttempts(scenarios);
        assert.ok(scenarios * 2 * 4 ** -attempts <= 0.05 + 1e-12);
        assert.ok(attempts === 2 || scenarios * 2 * 4 ** -(attempts - 1) > 0.05);
      }),
    );
  });
});

describe('compareScenarios', () => {
  const steady = {
    baseline: [0.5, 0.52, 0.48, 0.51, 0.49],
    candidate: [0.5, 0.52, 0.48, 0.51, 0.49],
  };

  it('a scenario with too few attempts gets no verdict, the others do', () => {
    const few = { baseline: steady.baseline, candidate: [0, 0.01] };
    const [first, second] = compareScenarios([few, steady]);
    assert.equal(first, undefined);
    assert.equal(second?.result, 'no_change_found');
  });

  it('a scenario with constant sides is decided by chance, without an interval', () => {
    const fell = { baseline: [1, 1, 1, 1, 1], candidate: [0, 0, 0, 0, 0] };
    const [verdict] = compareScenarios([fell]);
    assert.equal(verdict?.result, 'regressed');
    assert.deepEqual(
      [verdict.p, verdict.interval, verdict.se],
      [2 * 4 ** -5, undefined, undefined],
    );
    const [among] = compareScenarios([fell, ...Array.from({ length: 24 }, () => steady)]);
    assert.equal(among?.result, 'regressed');
  });

  it('a change whose interval lies inside the margin is not reported', () => {
    const by = (change: number): ScenarioPair => ({
      baseline: [0.5, 0.501, 0.499, 0.5, 0.5],
      candidate: [0.5, 0.501, 0.499, 0.5, 0.5].map((score) => score + change),
    });
    const [small, large] = compareScenarios([by(-0.01), by(-0.05)]);
    assert.equal(small?.result, 'no_change_found');
    assert.ok((small.interval?.[1] ?? 0) < 0);
    assert.equal(large?.result, 'regressed');
    const same = { baseline: [0.5, 0.5, 0.5, 0.5, 0.5], candidate: [0.49, 0.49, 0.49, 0.49, 0.49] };
    assert.equal(compareScenarios([same])[0]?.result, 'no_change_found');
  });

  it('three failures of twenty against none of five are not a change', () => {
    const often = Array.from({ length: 20 }, (_, at) => (at < 3 ? 0 : 1));
    const [verdict] = compareScenarios([{ baseline: often, candidate: [1, 1, 1, 1, 1] }]);
    assert.equal(verdict?.result, 'no_change_found');
    assert.ok(verdict.p > 0.3);
  });
});
