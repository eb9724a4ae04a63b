import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCells, scoresOf } from '../../testing/example-aggregates.ts';

/** Each scenario has one turn; each list is its attempts: passed, or not. */
function cellsOf(...scenarios: readonly (readonly boolean[])[]) {
  return scenarios.map((attempts) =>
    attempts.map((passed) => [{ passed, scores: scoresOf(passed ? 1 : 0) }]),
  );
}

const [Y, N] = [true, false];

describe('passes of two runs', () => {
  it('are set beside each other, and the split is tested (McNemar: 8 broken, 1 fixed gives .039)', () => {
    const old = cellsOf([Y, Y, Y, Y, Y], [Y, Y, Y, N, Y]);
    const now = cellsOf([N, N, N, N, N], [N, N, N, Y, Y]);
    const { passes } = compareCells(old, now);
    assert.deepEqual([passes?.broken, passes?.fixed, passes?.p], [8, 1, 0.0391]);
    assert.deepEqual([passes?.baseline.pass_rate, passes?.candidate.pass_rate], [0.9, 0.2]);
  });

  it('are a metric of attempts too', () => {
    const { metrics } = compareCells(cellsOf([Y, N]), cellsOf([N, N]));
    assert.equal(metrics['pass_rate']?.delta, -0.5);
  });

  it('are not compared where a run does not know', () => {
    const { passes, metrics } = compareCells(cellsOf([Y, Y]), [[[1], [1]]]);
    assert.equal(passes, null);
    assert.equal(metrics['pass_rate']?.delta, null);
  });

  it('count an attempt whose turns did not all pass as one that did not', () => {
    const attempt = [Y, N].map((passed) => ({ passed, scores: scoresOf(1) }));
    const { passes } = compareCells([[attempt]], [[attempt]]);
    assert.deepEqual([passes?.baseline.passed, passes?.baseline.attempts], [0, 1]);
    assert.equal(passes?.p, 1);
  });
});
