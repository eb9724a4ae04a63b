import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markAttempt, type PassRule } from './attempt-marks.ts';

test('markAttempt marks an attempt by its checks, its score and the state of the run', () => {
  const rule: PassRule = {
    state: 'completed',
    threshold: 0.6,
    ownThreshold: 0.8,
    simulatedFrom: undefined,
  };
  const open: PassRule = { ...rule, threshold: undefined, ownThreshold: null };
  const mark = (overall: number | null, passed: boolean | null, by: PassRule): string => {
    const { glyph, label } = markAttempt({ turn: 1, outcome: 'answered', overall, passed }, by);
    return `${glyph} ${label}`;
  };
  assert.equal(mark(0.7, false, rule), '✓ 0.70, passed', 'below its own threshold only');
  assert.equal(mark(0.9, false, rule), '✗ 0.90, a check failed');
  assert.equal(mark(0.5, false, rule), '✗ 0.50, below the pass threshold');
  assert.equal(mark(0.5, false, open), '✗ 0.50, a check failed');
  assert.equal(mark(null, false, open), '✗ a check failed');
  assert.equal(mark(0.5, true, open), '✓ 0.50, checks hold');
  assert.equal(mark(0.5, null, open), '· 0.50');
  assert.equal(mark(null, null, rule), '… no score');
  assert.equal(mark(null, null, { ...rule, state: 'running' }), '… judge not finished');
  assert.equal(mark(null, null, { ...rule, simulatedFrom: 1 }), '· answered');
  assert.equal(mark(null, null, { ...rule, simulatedFrom: 2 }), '… no score');
  const failed = { turn: 1, outcome: 'endpoint_failed', overall: null, passed: null } as const;
  assert.equal(markAttempt(failed, rule).label, 'request failed');
});
