import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { varianceBetweenRuns } from './between-runs.ts';
import { compareRuns } from './compare-runs.ts';

const MEANS = [0.7, 0.72, 0.74, 0.76, 0.78];

describe('varianceBetweenRuns', () => {
  it('the variance between runs is that of the run means minus the noise of the attempts', () => {
    // s² = 0.001, se² = 0.0004
    const between = varianceBetweenRuns(MEANS.map((mean) => ({ mean, se: 0.02 })));
    assert.equal(between?.variance.toFixed(6), '0.000600');
    assert.equal(between?.df, 4);
  });

  it('the variance between runs is 0 if attempt noise explains all of it, and undefined below five runs', () => {
    const noisy = MEANS.map((mean) => ({ mean, se: 0.1 }));
    assert.equal(varianceBetweenRuns(noisy)?.variance, 0);
    assert.equal(varianceBetweenRuns(noisy.slice(1)), undefined);
  });

  it('a change within the variance between runs is inconclusive', () => {
    const baseline = [0.7, 0.71, 0.69, 0.7, 0.7];
    const pairs = Array.from({ length: 9 }, () => ({
      baseline,
      candidate: baseline.map((score) => score - 0.04),
    }));
    const between = varianceBetweenRuns(MEANS.map((mean) => ({ mean, se: 0.002 })));
    assert.equal(compareRuns(pairs).onThisSuite?.result, 'regressed');
    const { onThisSuite, scenarios } = compareRuns(pairs, { between });
    assert.equal(onThisSuite?.result, 'inconclusive');
    assert.ok(scenarios.every((verdict) => verdict?.result === 'no_change_found'));
  });

  it('the variance between runs is included if all attempts are equal', () => {
    const pairs = [{ baseline: [1, 1, 1, 1, 1], candidate: [0.9, 0.9, 0.9, 0.9, 0.9] }];
    const between = { variance: 0.01, df: 4 };
    const { scenarios } = compareRuns(pairs, { between });
    assert.equal(scenarios[0]?.result, 'no_change_found');
    assert.ok((scenarios[0]?.interval?.[1] ?? 0) > 0);
  });
});
