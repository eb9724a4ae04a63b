import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleRun } from '../../testing/example-rows.ts';
import type { StoredState } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { finishRun } from './finish-run.ts';

it('a run that is over, or goes on again, is not summarised once more', async () => {
  const run = exampleRun();
  for (const state of ['completed', 'cancelled', 'failed', 'running'] satisfies StoredState[]) {
    const statements: string[] = [];
    const tx: Tx = {
      executeSql: async (text) => {
        statements.push(text);
        return { rows: [{ ...run, state }] };
      },
    };
    const notifier = {
      notifyJobs() {},
      notifyProgress() {},
      notifyCancel() {},
      notifyEnd: () => assert.fail('nothing ended'),
    };
    const models = {
      complete: () => assert.fail('nobody is asked'),
      embed: undefined,
      embeddingsFloor: 0,
      deadlineMs: 1,
      enter: () => assert.fail('nobody is asked'),
    };
    const control = { signal: new AbortController().signal, isPaused: () => false };
    await finishRun({ tx, notifier, now: () => new Date(), models }, run.id, control);
    assert.equal(statements.length, 1);
  }
});
