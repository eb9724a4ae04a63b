import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedScenarios } from './changed-scenarios.ts';
import { compareScenarios } from './compare-scenarios.ts';
import type { ScenarioPair } from './scenario-pair.ts';
import { seededRandom } from './seeded-random.ts';

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
    const changes = changedScenarios(suite);
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
