import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { averageScores } from './average-scores.ts';
import { describeMetrics } from './describe-metrics.ts';

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

describe('describeMetrics', () => {
  it('says how sure the mean is and what the unscored turns could have changed', () => {
    const { judge: stats } = describeMetrics([
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
    assert.equal(describeMetrics([[[{ x: 1 }]]])['x']?.ci95, null);
  });

  it('says how good the answers are apart from the failures, with the same weights', () => {
    const failed = { overall: 0, answered: 0 };
    const { overall, answered } = describeMetrics([
      [[{ overall: 0.5, answered: 1 }, failed], [failed]],
      [[{ overall: 1, answered: 1 }], [{ overall: 0.5, answered: 1 }]],
    ]);
    assert.equal(overall?.mean, 0.4375);
    // scenario 1: its one answered turn, 0.5; scenario 2: 0.75
    assert.deepEqual(overall?.answered_only, { mean: 0.625 });
    assert.deepEqual(answered?.answered_only, { mean: 1 });
    assert.equal(describeMetrics([[[failed]]])['overall']?.answered_only, null);
  });

  it('is undefined for a metric that was scored nowhere', () => {
    assert.equal(describeMetrics([[[{ y: 1 }, { x: null }]]])['x'], undefined);
  });

  it('looks at every score once, however many metrics there are', () => {
    const scores = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`metric ${n}`, 0]));
    const started = performance.now();
    assert.equal(Object.keys(describeMetrics([[[scores]], [[scores]]])).length, 5000);
    assert.ok(performance.now() - started < 3000);
  });
});
