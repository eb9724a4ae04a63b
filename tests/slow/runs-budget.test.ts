import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import {
  assertCounted,
  createBatch,
  postJson,
  startRun,
  turnPosition,
  untilOver,
  walkRows,
} from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

const BUDGET = 100;
const ATTEMPTS = 60;
const TURNS = 3;
const WORKERS = 3;

interface LedgerLine {
  readonly conversation: string | null;
  readonly turn: string | null;
}

describe('a budget of calls with three workers, one of which is killed', () => {
  let simulator: Service;

  before(async () => {
    simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '40' });
  });
  after(() => simulator[Symbol.asyncDispose]());

  /** Returns the turn of each call that the endpoint got from this run, as `scenario/attempt/turn`. */
  async function listCalls(runId: string): Promise<readonly string[]> {
    const text = await (await fetch(`${simulator.url}/ledger`)).text();
    const lines = text.split('\n').filter((line) => line !== '');
    return lines
      .map((line) => JSON.parse(line) as LedgerLine)
      .filter(({ conversation }) => conversation?.startsWith(runId))
      .map(({ conversation, turn }) => `${conversation?.slice(runId.length + 1)}/${turn}`);
  }

  /** Plays a run until its budget stops it, and kills a worker when the endpoint has received a few calls. */
  async function playKilled(model: string, stack: AsyncDisposableStack) {
    const database = stack.use(await freshDatabase());
    const start = async (role: string): Promise<Service> =>
      startService('evals', {
        DATABASE_URL: database.url,
        EVALS_ROLE: role,
        ENDPOINT_RETRIES: '2',
      });
    const api = stack.use(await start('api'));
    const [killed, ...others] = await Promise.all(
      Array.from({ length: WORKERS }, () => start('worker')),
    );
    assert.ok(killed);
    for (const worker of others) stack.use(worker);
    const { run_id: runId } = await startRun(api, {
      endpoint: `${simulator.url}/v1`,
      model_id: model,
      attempts: ATTEMPTS,
      concurrency: 12,
      test_batch: createBatch(1, TURNS),
      budget: { calls: BUDGET },
    });
    await until('it is in the middle', async () => (await listCalls(runId)).length >= 30);
    const exited = once(killed.process, 'exit');
    killed.process.kill('SIGKILL');
    await exited;
    const stopped = await untilOver(api, runId);
    await assertCounted(api, runId);
    return { api, runId, stopped };
  }

  it('is not exceeded, and a larger one completes the run without repeating an answered call', async () => {
    await using stack = new AsyncDisposableStack();
    const { api, runId, stopped } = await playKilled('sim/echo', stack);
    const first = await listCalls(runId);
    assert.ok(first.length <= BUDGET, `${first.length} calls`);
    assert.ok(first.length > BUDGET / 2, `only ${first.length} calls`);
    assert.deepEqual([stopped.state, stopped.stopped_by], ['completed', 'budget']);
    assert.ok((stopped.budget?.reserved ?? 0) >= first.length, 'each call was reserved');
    assert.equal(stopped.result?.headline.result, 'budget_spent');

    const answered = new Set((await walkRows(api, runId, '?limit=1000')).map(turnPosition));
    const budget = { calls: 1000 };
    const { status } = await postJson(api, `/runs/${runId}/retry`, { budget });
    assert.equal(status, 202);
    const over = await untilOver(api, runId);
    assert.deepEqual([over.state, over.stopped_by], ['completed', null]);
    assert.deepEqual(over.turns, { finished: ATTEMPTS * TURNS, total: ATTEMPTS * TURNS });
    assert.equal(over.failed_turns, 0);
    const later = (await listCalls(runId)).slice(first.length);
    assert.deepEqual(
      later.filter((position) => answered.has(position)),
      [],
    );
    assert.equal(later.length, ATTEMPTS * TURNS - answered.size);
    await assertCounted(api, runId);
  });

  it('is not exceeded by a run whose requests all fail and are retried', async () => {
    await using stack = new AsyncDisposableStack();
    const { runId, stopped } = await playKilled('fault/status-503', stack);
    const calls = await listCalls(runId);
    assert.ok(calls.length <= BUDGET, `${calls.length} calls`);
    assert.ok(new Set(calls).size < calls.length, 'requests were repeated');
    assert.deepEqual([stopped.state, stopped.stopped_by], ['completed', 'budget']);
    assert.equal(stopped.result?.headline.result, 'requests_failed');
  });
});
