import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeRunPasses, describeScenarioPasses } from './describe-passes.ts';

describe('describeScenarioPasses', () => {
  it('has rate, interval and both ways to look at k attempts (scoring.md: c=3, n=5, k=2 gives .90 and .30)', () => {
    const described = describeScenarioPasses({ passes: 3, attempts: 5 });
    assert.equal(described?.pass_rate, 0.6);
    assert.equal(described.pass_at_k['2']?.toFixed(2), '0.90');
    assert.equal(described.pass_hat_k['2']?.toFixed(2), '0.30');
    assert.deepEqual(Object.keys(described.pass_hat_k), ['1', '2', '3', '4', '5']);
    assert.equal(described.pass_hat_k['5'], 0);
    assert.equal(described.flaky, true);
  });

  it('is never sure of five in five (Wilson: .566 to 1)', () => {
    const described = describeScenarioPasses({ passes: 5, attempts: 5 });
    assert.deepEqual(
      described?.ci95.map((end) => end.toFixed(3)),
      ['0.566', '1.000'],
    );
    assert.equal(described?.flaky, false);
  });

  it('says nothing without an attempt', () => {
    assert.equal(describeScenarioPasses({ passes: 0, attempts: 0 }), undefined);
    assert.equal(describeRunPasses([]), undefined);
  });
});

describe('describeRunPasses', () => {
  it('pools the attempts for the rate, and takes the mean of the scenarios for k', () => {
    const described = describeRunPasses([
      { passes: 5, attempts: 5 },
      { passes: 3, attempts: 5 },
      { passes: 0, attempts: 5 },
      { passes: 0, attempts: 0 },
    ]);
    assert.equal(described?.pass_rate, 8 / 15);
    assert.equal(described.pass_hat_k['2']?.toFixed(4), ((1 + 0.3 + 0) / 3).toFixed(4));
    assert.deepEqual([described.scenarios, described.flaky_scenarios], [3, 1]);
  });

  it('leaves out of k the scenarios that have fewer attempts', () => {
    const described = describeRunPasses([
      { passes: 5, attempts: 5 },
      { passes: 0, attempts: 4 },
    ]);
    assert.equal(described?.pass_hat_k['4'], 0.5);
    assert.equal(described.pass_hat_k['5'], 1);
  });

  it('names k up to ten, and the number of attempts', () => {
    const described = describeRunPasses([{ passes: 50, attempts: 100 }]);
    assert.deepEqual(Object.keys(described?.pass_at_k ?? {}).slice(-2), ['10', '100']);
  });
});
