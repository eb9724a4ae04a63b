import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { averageScores } from './average-scores.ts';
import { describeMetric } from './describe-metric.ts';

describe('averageScores', () => {
  it('is the mean where a metric was scored, and leaves out one scored nowhere', () => {
    const average = averageScores([
      { token_f1: 1, metadata: null, judge: null },
      { token_f1: 0, metadata: 0.5, judge: null },
      { answered: 1 },
    ]);
    assert.deepEqual(average, { token_f1: 0.5, metadata: 0.5, answered: 1 });
  });
});

describe('describeMetric', () => {
  it('says how sure the mean is and what the unscored turns could have changed', () => {
    const stats = describeMetric('judge', [
      [
        [{ judge: 1 }, { judge: null }],
        [{ judge: 0.5 }, { judge: 0.5 }],
      ],
    ]);
    assert.equal(stats?.mean, 0.75);
    assert.equal(stats?.n, 2);
    assert.equal(stats?.coverage, 0.75);
    assert.deepEqual(stats?.bounds, [0.5, 0.75]);
    assert.deepEqual(stats?.ci95, [0, 1]);
    assert.deepEqual([stats?.min, stats?.max], [0.5, 1]);
  });

  it('has no interval with one attempt', () => {
    assert.equal(describeMetric('x', [[[{ x: 1 }]]])?.ci95, null);
  });

  it('is undefined for a metric that was scored nowhere', () => {
    assert.equal(describeMetric('x', [[[{ y: 1 }, { x: null }]]]), undefined);
  });
});
