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
  it('is 0 without a gate, and with one that passed', () => {
    assert.equal(exitCodeFor(runWith(100)).exitCode, 0);
    assert.equal(exitCodeFor(runWith(95, 'pass')).exitCode, 0);
  });

  it('is 1 if a gate failed or could not be decided', () => {
    assert.deepEqual(exitCodeFor(runWith(100, 'fail')), { exitCode: 1, reason: 'a gate failed' });
    assert.equal(exitCodeFor(runWith(100, 'inconclusive')).exitCode, 1);
  });

  it('is 3 if fewer than 95 % of the requests were answered, whatever the gates say', () => {
    const reason = '6 of 100 requests failed';
    assert.deepEqual(exitCodeFor(runWith(94, 'fail')), { exitCode: 3, reason });
    assert.equal(exitCodeFor(runWith(0)).exitCode, 3);
  });

  it('is 4 if the run was cancelled or has no result', () => {
    assert.equal(exitCodeFor({ ...runWith(100), state: 'cancelled' }).exitCode, 4);
    assert.equal(exitCodeFor({ ...runWith(100), state: 'failed', result: null }).exitCode, 4);
  });
});
