import type { RunView } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exitCodeFor } from './exit-code-for.ts';

function runWith(answered: number, verdict?: 'pass' | 'fail' | 'inconclusive'): RunView {
  const gate = verdict && { verdict, baseline_run_id: null, gates: [] };
  return {
    state: 'completed',
    turns: { finished: 100, total: 100 },
    failed_turns: 100 - answered,
    result: { stats: { answered: { mean: answered / 100 } }, gate },
  } as unknown as RunView;
}

describe('exitCodeFor', () => {
  it('passes without a gate, and with one that passed', () => {
    assert.equal(exitCodeFor(runWith(100)).exitCode, 0);
    assert.equal(exitCodeFor(runWith(95, 'pass')).exitCode, 0);
  });

  it('fails where a gate did, or could not be decided: nothing passes unseen', () => {
    assert.deepEqual(exitCodeFor(runWith(100, 'fail')), { exitCode: 1, reason: 'a gate failed' });
    assert.equal(exitCodeFor(runWith(100, 'inconclusive')).exitCode, 1);
  });

  it('blames the endpoint, not the model, below 95 % of answers', () => {
    const reason = '6 of 100 requests failed';
    assert.deepEqual(exitCodeFor(runWith(94, 'fail')), { exitCode: 3, reason });
    assert.equal(exitCodeFor(runWith(0)).exitCode, 3);
  });

  it('blames the service for a run without an end of its own', () => {
    assert.equal(exitCodeFor({ ...runWith(100), state: 'cancelled' }).exitCode, 4);
    assert.equal(exitCodeFor({ ...runWith(100), state: 'failed', result: null }).exitCode, 4);
  });
});
