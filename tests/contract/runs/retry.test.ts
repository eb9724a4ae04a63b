import type { InteractionRow, RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import {
  act,
  assertCounted,
  createBatch,
  turnPosition,
  refusal,
  startRun,
  untilOver,
  walkRows,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  sendJson,
  chatCompletion,
  startStub,
  type SeenRequest,
} from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

const requestedPosition = ({ headers }: SeenRequest): string => {
  const [, scenario, attempt] = String(headers['x-fairtrial-conversation']).split('/');
  return `${scenario}/${attempt}/${String(headers['x-fairtrial-turn'])}`;
};

describe('retrying a run', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
  });
  after(() => evals[Symbol.asyncDispose]());

  const toCompletion = (request: SeenRequest): object =>
    chatCompletion(`reply to ${requestedPosition(request)}`);

  async function retry(runId: string): Promise<RunView> {
    const { state, finished_at, scores } = await act(evals, runId, 'retry');
    assert.deepEqual([state, finished_at, scores], ['running', null, null]);
    const over = await untilOver(evals, runId);
    await assertCounted(evals, runId);
    return over;
  }

  it('repeats the failed calls with their history, and keeps the answered ones', async () => {
    let isDown = true;
    await using endpoint = await startStub((request, response) => {
      const fails = isDown && /^0\/1\/0|^.\/0\/1|^1\/1\/./.test(requestedPosition(request));
      sendJson(response, toCompletion(request), fails ? 400 : 200);
    });
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 3, test_batch: createBatch(2, 3) };
    const { run_id } = await evaluate(evals, changes);
    await assertCounted(evals, run_id);
    const old = await walkRows(evals, run_id);
    const failed = old.filter(({ outcome }) => outcome === 'endpoint_failed').map(turnPosition);
    assert.deepEqual(failed, ['0/0/1', '0/1/0', '1/0/1', '1/1/0', '1/1/1', '1/1/2']);

    isDown = false;
    const first = endpoint.requests.length;
    const over = await retry(run_id);
    const again = endpoint.requests.slice(first);
    assert.deepEqual(again.map(requestedPosition).toSorted(), failed);
    for (const request of again) assertHistory(request);
    const keys = again.map(({ headers }) => String(headers['idempotency-key']));
    assert.ok(keys.every((key) => key.endsWith('/1')));

    assert.deepEqual([over.state, over.failed_turns], ['completed', 0]);
    assert.equal(over.result?.message, 'Evaluation completed successfully');
    assert.equal(over.scores?.['answered'], 1);
    const kept = (rows: readonly InteractionRow[]): readonly InteractionRow[] =>
      rows.filter((row) => !failed.includes(turnPosition(row)));
    assert.deepEqual(kept(await walkRows(evals, run_id)), kept(old));
    assert.deepEqual(await refusal(evals, `/runs/${run_id}/retry`, 'POST'), [
      409,
      'nothing_to_retry',
    ]);
    await assertCounted(evals, run_id);
  });

  /** Asserts that the request contains all earlier messages, each with its reply. */
  function assertHistory(request: SeenRequest): void {
    const [scenario, attempt, turn] = requestedPosition(request).split('/');
    const { messages } = request.body as { messages: readonly { content: string }[] };
    const expected = Array.from({ length: Number(turn) }, (_, no) => [
      `message ${scenario}.${no}`,
      `reply to ${scenario}/${attempt}/${no}`,
    ]);
    assert.deepEqual(
      messages.map(({ content }) => content),
      [...expected.flat(), `message ${scenario}.${turn}`],
    );
  }

  it('may fail repeatedly, and the counts stay correct', async () => {
    let failuresLeft = 3;
    await using endpoint = await startStub((request, response) => {
      const fails = requestedPosition(request).endsWith('/1') && failuresLeft > 0;
      sendJson(response, toCompletion(request), fails ? 400 : 200);
    });
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 4, test_batch: createBatch(1, 2) };
    const { run_id } = await evaluate(evals, changes);
    for (; failuresLeft > 0; failuresLeft -= 1) {
      const over = await retry(run_id);
      assert.deepEqual([over.failed_turns, over.turns.finished], [4, 8]);
    }
    const over = await retry(run_id);
    assert.deepEqual([over.failed_turns, over.turns.finished], [0, 8]);
    assert.equal(endpoint.requests.length, 8 + 4 * 4);
  });

  it('asks for no answered turn again if one lane plays several attempts, and ends although it fails again', async () => {
    let isDown = true;
    await using endpoint = await startStub((request, response) => {
      const fails = isDown && requestedPosition(request).endsWith('/1');
      sendJson(response, toCompletion(request), fails ? 400 : 200);
    });
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 3, test_batch: createBatch(1, 3) };
    const { run_id } = await evaluate(evals, { ...changes, concurrency: 1 });
    const failed = ['0/0/1', '0/1/1', '0/2/1'];
    for (const failures of [3, 0]) {
      isDown = failures > 0;
      const first = endpoint.requests.length;
      const over = await retry(run_id);
      assert.deepEqual(endpoint.requests.slice(first).map(requestedPosition), failed);
      assert.deepEqual([over.failed_turns, over.turns.finished], [failures, 9]);
    }
    for (const request of endpoint.requests.slice(-3)) assertHistory(request);
  });

  it('is refused while the run is in progress', async () => {
    const release = Promise.withResolvers<void>();
    await using endpoint = await startStub(async (request, response) => {
      await release.promise;
      sendJson(response, toCompletion(request));
    });
    const { run_id } = await startRun(evals, { endpoint: `${endpoint.url}/v1` });
    const path = `/runs/${run_id}/retry`;
    assert.deepEqual(await refusal(evals, path, 'POST'), [409, 'run_active']);
    release.resolve();
    await untilOver(evals, run_id);
    assert.deepEqual(await refusal(evals, path, 'POST'), [409, 'nothing_to_retry']);
  });

  it('plays the missing turns of a cancelled run, and none twice', async () => {
    let isHeld = true;
    let asked = 0;
    await using endpoint = await startStub((request, response) => {
      asked += 1;
      if (!isHeld || asked <= 10) sendJson(response, toCompletion(request));
    });
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 12, test_batch: createBatch(1, 3) };
    const { run_id } = await startRun(evals, { ...changes, concurrency: 4 });
    await until('calls are held', () => asked === 14);
    await act(evals, run_id, 'cancel');
    const cancelled = await untilOver(evals, run_id);
    assert.deepEqual(cancelled.turns, { finished: 10, total: 36 });
    await assertCounted(evals, run_id);

    isHeld = false;
    const over = await retry(run_id);
    assert.deepEqual([over.state, over.turns], ['completed', { finished: 36, total: 36 }]);
    const calls = Map.groupBy(endpoint.requests, requestedPosition);
    assert.equal(calls.size, 36);
    assert.equal(endpoint.requests.length, 36 + 4, 'only what was given up is asked again');
  });
});
