import { seededRandom, varianceBetweenRuns } from '@fairtrial/statistics';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { widenForSome } from './measure-run-variance.ts';

/** Means of many runs in which every scenario varies on its own with standard deviation 0.1. */
function meansOf(scenarios: number, random: () => number): { mean: number; se: number }[] {
  const normal = (): number => Array.from({ length: 12 }, random).reduce((a, b) => a + b, -6);
  return Array.from({ length: 2000 }, () => {
    const scores = Array.from({ length: scenarios }, () => 0.5 + 0.1 * normal());
    return { mean: scores.reduce((a, b) => a + b, 0) / scenarios, se: 0 };
  });
}

it('the noise between runs of 40 scenarios, applied to 5 of them, is the noise of runs of 5 scenarios', () => {
  const random = seededRandom(1);
  const all = varianceBetweenRuns(meansOf(40, random));
  const some = varianceBetweenRuns(meansOf(5, random));
  assert.ok(all && some);
  const widened = widenForSome(all, { all: 40, compared: 5 }).variance;
  assert.ok(Math.abs(widened / some.variance - 1) < 0.15, `${widened} and ${some.variance}`);
  assert.equal(widenForSome(all, { all: 40, compared: 40 }).variance, all.variance);
});
