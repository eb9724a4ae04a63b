import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import {
  act,
  assertCounted,
  createBatch,
  startRun,
  untilOver,
  viewRun,
  walkRows,
  walkRuns,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

/** A call that is never answered, until the worker aborts it. */
interface Held {
  isClosed: boolean;
}

describe('cancelling a run with two workers', () => {
  const stack = new AsyncDisposableStack();
  const held: Held[] = [];
  let api: Service;
  let endpoint: Stub;

  before(async () => {
    const database = stack.use(await freshDatabase());
    // A worker reserves one slot for other projects, so each plays eight conversations.
    const shared = { DATABASE_URL: database.url, WORKER_IN_FLIGHT: '9' };
    for (const role of ['api', 'worker', 'worker']) {
      const service = stack.use(await startService('evals', { ...shared, EVALS_ROLE: role }));
      if (role === 'api') api = service;
    }
    // Only the first turn is answered.
    endpoint = await startStub((request, response) => {
      if (request.headers['x-fairtrial-turn'] === '0') return response.end('fine');
      const call: Held = { isClosed: false };
      held.push(call);
      return response.once('close', () => {
        call.isClosed = true;
      });
    });
  });
  after(async () => {
    await stack.disposeAsync();
    await endpoint[Symbol.asyncDispose]();
  });

  const changes = (): object => ({
    endpoint: `${endpoint.url}/v1`,
    attempts: 40,
    concurrency: 16,
    test_batch: createBatch(1, 3),
  });

  it('stops new calls, aborts those in flight, and keeps the finished turns', async () => {
    held.length = 0;
    const waiting = postEvaluate(api, createRequest(changes()));
    await until('both workers are busy', () => held.length === 16);
    const [run] = await walkRuns(api);
    assert.ok(run);
    const { state } = await act(api, run.run_id, 'cancel');
    assert.ok(state === 'cancelling' || state === 'cancelled', state);
    const { status, headers, body } = await waiting;
    assert.deepEqual([status, Problem.parse(body).code], [409, 'run_cancelled']);
    assert.equal(headers.get('location'), `/runs/${run.run_id}`);
    await until('every call is given up', () => held.every(({ isClosed }) => isClosed));
    assert.equal(held.length, 16, 'no new call was made');

    const over = await viewRun(api, run.run_id);
    assert.equal(over.state, 'cancelled');
    assert.deepEqual(over.turns, { finished: 16, total: 120 });
    const attempts = over.result?.results.scenarios[0]?.attempts ?? [];
    assert.equal(attempts.flatMap(({ interactions }) => interactions).length, 16);
    await assertCounted(api, run.run_id);
  });

  it('is idempotent, also after the end of the run', async () => {
    held.length = 0;
    const { run_id } = await startRun(api, changes());
    await until('calls are under way', () => held.length > 0);
    await Promise.all([1, 2, 3].map(() => act(api, run_id, 'cancel')));
    const over = await untilOver(api, run_id);
    assert.equal(over.state, 'cancelled');
    const { result: _, ...head } = over;
    assert.deepEqual(await act(api, run_id, 'cancel'), head);
    assert.deepEqual(await viewRun(api, run_id), over);
  });

  it('works at any moment of the run', async () => {
    for (let no = 0; no < 15; no += 1) {
      held.length = 0;
      const { run_id } = await startRun(api, changes());
      if (no % 5 === 1) await until('a call is made', () => held.length > 0);
      if (no % 5 === 2)
        await until('a turn is played', async () => (await walkRows(api, run_id)).length > 0);
      await act(api, run_id, 'cancel');
      const { state, turns } = await untilOver(api, run_id);
      assert.equal(state, 'cancelled');
      assert.ok(turns.finished <= 16);
      await assertCounted(api, run_id);
    }
  });

  it('leaves a finished run completed', async () => {
    const { run_id } = await startRun(api, { ...changes(), test_batch: createBatch(1, 1) });
    const over = await untilOver(api, run_id);
    assert.equal((await act(api, run_id, 'cancel')).state, 'completed');
    assert.deepEqual(await viewRun(api, run_id), over);
  });
});
