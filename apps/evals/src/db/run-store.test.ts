import type { EvaluationResponse, RunId } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examplePlan, exampleRun, exampleTurn } from './example-rows.ts';
import { createMemoryRunStore } from './memory-run-store.ts';
import type { RunStore } from './run-store.ts';
import type { Run } from './run.ts';
import type { Turn } from './turn.ts';

/** What every run store must do. */
const STORES: Readonly<Record<string, () => RunStore>> = {
  memory: () => createMemoryRunStore(2),
};

function newRun(): Run {
  return exampleRun({ plan: examplePlan({ attempts: 2 }) });
}

function newTurn(runId: RunId, attemptNo: number, turnNo: number): Turn {
  return exampleTurn({ runId, attemptNo, turnNo, reply: `${attemptNo}/${turnNo}` });
}

const result = { message: 'done' } as EvaluationResponse;
const patient = new AbortController().signal;

for (const [name, createStore] of Object.entries(STORES)) {
  describe(`the ${name} run store`, () => {
    it('lists turns by scenario, attempt and turn, in whatever order they came', async () => {
      const store = createStore();
      const run = newRun();
      await store.insertRun(run);
      await store.appendTurn(newTurn(run.id, 1, 0));
      await store.appendTurn(newTurn(run.id, 0, 1));
      await store.appendTurn(newTurn(run.id, 0, 0));
      const replies = (await store.listTurns(run.id)).map((turn) => turn.reply);
      assert.deepEqual(replies, ['0/0', '0/1', '1/0']);
      assert.equal(await store.countTurns(run.id), 3);
    });

    it('counts the attempts that are still open', async () => {
      const store = createStore();
      const { id: runId, ...run } = newRun();
      await store.insertRun({ id: runId, ...run });
      assert.equal(await store.finishAttempt({ runId, scenarioNo: 0, attemptNo: 0 }), 1);
      assert.equal(await store.finishAttempt({ runId, scenarioNo: 0, attemptNo: 1 }), 0);
    });

    it('hands the result to those who wait, and to those who come later', async () => {
      const store = createStore();
      const run = newRun();
      await store.insertRun(run);
      const waiting = store.waitForResult(run.id, patient);
      assert.equal(await store.findResult(run.id), undefined);
      await store.finishRun(run.id, result);
      assert.equal(await waiting, result);
      assert.equal(await store.waitForResult(run.id, patient), result);
      assert.equal((await store.findRun(run.id))?.state, 'completed');
    });

    it('tells those who wait when a run cannot be completed', async () => {
      const store = createStore();
      const run = newRun();
      await store.insertRun(run);
      const waiting = store.waitForResult(run.id, patient);
      await store.failRun(run.id);
      await assert.rejects(waiting, /could not be completed/);
      assert.equal((await store.findRun(run.id))?.state, 'failed');
    });

    it('lets a waiting caller go, and keeps the run', async () => {
      const store = createStore();
      const run = newRun();
      await store.insertRun(run);
      const caller = new AbortController();
      const waiting = store.waitForResult(run.id, caller.signal);
      caller.abort(new Error('hung up'));
      await assert.rejects(waiting, /hung up/);
      assert.equal((await store.findRun(run.id))?.state, 'running');
    });
  });
}

describe('the memory run store', () => {
  it('forgets the oldest finished run first, and a running one never', async () => {
    const store = createMemoryRunStore(2);
    const [running, finished, third] = [newRun(), newRun(), newRun()];
    await store.insertRun(running);
    await store.insertRun(finished);
    await store.finishRun(finished.id, result);
    await store.insertRun(third);
    assert.ok(await store.findRun(running.id));
    assert.equal(await store.findRun(finished.id), undefined);
    assert.ok(await store.findRun(third.id));
  });
});
