import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toPlanText } from '../../db/runs/plan-text.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import type { StoredRunState } from '../../entities/run.ts';
import type { Transactor } from '../../db/connection/sql.ts';
import { finishRun } from './finish-run.ts';

it('finishRun writes nothing for a run that has ended or is running again', async () => {
  const run = exampleRun();
  for (const state of ['completed', 'cancelled', 'failed', 'running'] satisfies StoredRunState[]) {
    const statements: string[] = [];
    const tx: Transactor = {
      executeSql: async (text) => {
        statements.push(text);
        return { rows: [{ ...run, plan: toPlanText(run.plan), state }] };
      },
      transaction: () => assert.fail('nothing is stored'),
    };
    const notifier = {
      notifyJobs() {},
      notifyProgress() {},
      notifyCancel() {},
      notifyEnd: () => assert.fail('no run ended'),
    };
    const models = {
      complete: () => assert.fail('no model is asked'),
      embed: undefined,
      embeddingsFloor: 0,
      deadlineMs: 1,
      enter: () => assert.fail('no model is asked'),
    };
    const control = { signal: new AbortController().signal, isPaused: () => false };
    const database = { ...tx, within: () => tx, async [Symbol.asyncDispose]() {} };
    const queue = { enqueueLanes: () => assert.fail('nothing is enqueued') };
    const local = {
      gradeTurn: () => assert.fail('nothing is graded'),
      gradeConversation: () => assert.fail('nothing is graded'),
      async [Symbol.asyncDispose]() {},
    };
    const played = { settle: () => assert.fail('nothing is graded') };
    const services = { tx, database, queue, notifier, models, local, played };
    await finishRun(services, run.id, control);
    assert.equal(statements.length, 1);
  }
});
