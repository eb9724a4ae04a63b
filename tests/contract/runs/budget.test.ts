import { Problem, RunHead, type RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, postEvaluate } from '../../support/calls/evaluate.ts';
import {
  act,
  ask,
  assertCounted,
  createBatch,
  postJson,
  refusal,
  startRun,
  untilOver,
  viewRun,
  walkRuns,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const TURNS = 3;
const ATTEMPTS = 6;

describe('a run with a budget of calls', () => {
  let evals: Service;
  let endpoint: Stub;
  let isDown = false;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '2' });
    endpoint = await startStub((_, response) => {
      if (isDown) sendJson(response, { error: 'busy' }, 503);
      else sendJson(response, chatCompletion('fine'));
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const request = (calls: number, changes: object = {}): object => ({
    endpoint: `${endpoint.url}/v1`,
    test_batch: createBatch(1, TURNS),
    attempts: ATTEMPTS,
    budget: { calls },
    ...changes,
  });

  /** Counts the calls to the endpoint during `work`. */
  async function countCalls(work: () => Promise<unknown>): Promise<number> {
    const first = endpoint.requests.length;
    await work();
    return endpoint.requests.length - first;
  }

  async function retry(runId: string, calls: number): Promise<RunView> {
    const budget = { calls };
    const { status, body } = await postJson(evals, `/runs/${runId}/retry`, { budget });
    assert.equal(status, 202, JSON.stringify(body));
    assert.deepEqual(
      [RunHead.parse(body).budget?.calls, RunHead.parse(body).stopped_by],
      [calls, null],
    );
    return untilOver(evals, runId);
  }

  it('plays whole attempts while they fit, then completes and reports that its budget stopped it', async () => {
    let runId = '';
    const calls = await countCalls(async () => {
      const answer = await evaluate(evals, request(10));
      runId = answer.run_id;
      assert.equal(answer.stopped_by, 'budget');
      assert.equal(
        answer.message,
        'Evaluation stopped because its budget was spent: 9 of 18 turns were played',
      );
    });
    assert.equal(calls, 9);
    const run = await viewRun(evals, runId);
    assert.deepEqual([run.state, run.stopped_by], ['completed', 'budget']);
    assert.deepEqual(run.budget, { calls: 10, reserved: 9 });
    assert.deepEqual(run.turns, { finished: 9, total: 18 });
    assert.equal(run.scores?.['answered'], 1, 'means are those of what was played');
    const played = run.result?.results.scenarios[0]?.attempts.map(
      ({ interactions }) => interactions.length,
    );
    assert.deepEqual(
      played?.filter((turns) => turns > 0),
      [3, 3, 3],
    );
    await assertCounted(evals, runId);
  });

  it('continues with a larger budget, and repeats no answered call', async () => {
    const { run_id } = await evaluate(evals, request(7));
    const again = await countCalls(async () => {
      const over = await retry(run_id, 18);
      assert.deepEqual([over.state, over.stopped_by], ['completed', null]);
      assert.deepEqual(over.budget, { calls: 18, reserved: 18 });
      assert.deepEqual(over.turns, { finished: 18, total: 18 });
      assert.equal(over.result?.message, 'Evaluation completed successfully');
      assert.notEqual(over.overview?.headline.result, 'budget_spent');
    });
    assert.equal(again, 18 - 6);
    const ofRun = endpoint.requests.filter(({ headers }) =>
      String(headers['idempotency-key']).startsWith(run_id),
    );
    const turns = ofRun.map(
      ({ headers }) =>
        `${String(headers['x-fairtrial-conversation'])}/${String(headers['x-fairtrial-turn'])}`,
    );
    assert.equal(new Set(turns).size, turns.length);
  });

  it('cannot be retried while its budget has no room for the next attempt', async () => {
    const { run_id } = await evaluate(evals, request(8));
    const path = `/runs/${run_id}/retry`;
    assert.deepEqual(await refusal(evals, path, 'POST'), [409, 'budget_spent']);
    for (const calls of [1, 6, 8]) {
      const { status, body } = await postJson(evals, path, { budget: { calls } });
      assert.deepEqual([status, Problem.parse(body).code], [409, 'budget_spent']);
    }
    assert.deepEqual((await viewRun(evals, run_id)).budget, { calls: 8, reserved: 6 });
  });

  it('does not pass if it was stopped, even if its gates pass for the played part', async () => {
    const gates = ['answered >= 0.5', 'allow failures'];
    const { headline, gate } = await evaluate(evals, request(17, { gates }));
    assert.deepEqual(
      [headline.result, headline.status, headline.exit_code],
      ['budget_spent', 'inconclusive', 4],
    );
    assert.equal(headline.why, '15 of 18 turns were played.');
    assert.match(headline.next ?? '', /fairtrial retry .* --budget-calls/);
    assert.equal(gate?.verdict, 'inconclusive');
    const { body } = await ask(evals, `/runs?limit=1`);
    assert.match(JSON.stringify(body), /"result":"budget_spent"/);
  });

  it('passes if the budget suffices for all of it', async () => {
    const answer = await evaluate(evals, request(18));
    assert.deepEqual([answer.stopped_by, answer.headline.status], [undefined, 'pass']);
  });

  it('counts retried requests, and sends none beyond the budget', async () => {
    isDown = true;
    let runId = '';
    const calls = await countCalls(async () => {
      const budgeted = request(4, { attempts: 1, concurrency: 1 });
      ({ run_id: runId } = await evaluate(evals, budgeted));
    });
    isDown = false;
    assert.equal(calls, 4, 'three turns, and one request that was repeated');
    const run = await viewRun(evals, runId);
    assert.deepEqual([run.stopped_by, run.failed_turns], ['budget', 3]);
    const errors = run.result?.results.scenarios[0]?.attempts[0]?.interactions.map(
      ({ error }) => error?.message ?? '',
    );
    assert.match(errors?.[0] ?? '', /not sent again, since the budget of the run is spent/);
    const over = await retry(runId, 7);
    assert.deepEqual([over.stopped_by, over.failed_turns], [null, 0]);
  });

  it('counts the requests that detect the protocol of an endpoint', async () => {
    await using picky = await startStub(({ path }, response) => {
      if (path === '/chat/completions') sendJson(response, chatCompletion('fine'));
      else sendJson(response, { error: 'nothing here' }, 404);
    });
    const changes = { endpoint: picky.url, attempts: 2, concurrency: 1 };
    const { run_id, stopped_by } = await evaluate(evals, request(20, changes));
    assert.equal(stopped_by, undefined);
    const { budget } = await viewRun(evals, run_id);
    assert.equal(budget?.reserved, picky.requests.length);
    assert.ok(budget.reserved >= 8, 'the turns, and two addresses that were tried first');
  });

  it('gets back unspent calls if the endpoint could not be called', async () => {
    const changes = { endpoint: 'http://169.254.169.254/', concurrency: 1 };
    const { run_id, stopped_by } = await evaluate(evals, request(3, changes));
    assert.equal(stopped_by, undefined, 'every turn was played, and none was sent');
    assert.deepEqual((await viewRun(evals, run_id)).budget, { calls: 3, reserved: 0 });
  });

  it('gets back the calls that a cancelled attempt did not spend', async () => {
    const release = Promise.withResolvers<void>();
    await using slow = await startStub(async (_, response) => {
      await release.promise;
      sendJson(response, chatCompletion('late'));
    });
    const changes = { endpoint: `${slow.url}/v1`, attempts: 2, concurrency: 2 };
    const { run_id } = await startRun(evals, request(8, changes));
    await until('both attempts wait', () => slow.requests.length === 2);
    await act(evals, run_id, 'cancel');
    const cancelled = await untilOver(evals, run_id);
    assert.deepEqual([cancelled.state, cancelled.budget], ['cancelled', { calls: 8, reserved: 2 }]);
    release.resolve();
    const over = await retry(run_id, 8);
    assert.deepEqual([over.state, over.turns.finished], ['completed', 6]);
    assert.equal(slow.requests.length, 8);
  });

  it('shares it with the model that it is played against, and both stop together', async () => {
    const changes = { against: 'model-2', concurrency: 2 };
    let runId = '';
    const calls = await countCalls(async () => {
      ({ run_id: runId } = await evaluate(evals, request(21, changes)));
    });
    assert.ok(calls <= 21, `${calls} calls`);
    const [second] = await walkRuns(evals, '?tag=against');
    const pair = [await viewRun(evals, runId), await viewRun(evals, second?.run_id ?? '')];
    assert.deepEqual(
      pair.map(({ state, stopped_by, budget }) => [state, stopped_by, budget?.calls]),
      [
        ['completed', 'budget', 10],
        ['completed', 'budget', 10],
      ],
    );
    assert.equal(pair[0]?.overview?.headline.result, 'budget_spent');
  });

  it('is refused if the budget cannot be kept or is too small to start', async () => {
    for (const [budget, pointer, changes] of [
      [{ calls: 0 }, '/budget/calls', {}],
      [{ calls: 1.5 }, '/budget/calls', {}],
      [{ calls: 2 ** 31 }, '/budget/calls', {}],
      [{}, '/budget/calls', {}],
      [{ calls: 9, tokens: 5 }, '/budget/tokens', {}],
      [{ calls: 2 }, '/budget/calls', {}],
      [{ calls: 5 }, '/budget/calls', { against: 'model-2' }],
    ] as const) {
      const asked = createRequest({ ...request(1), budget, ...changes });
      const { status, body } = await postEvaluate(evals, asked);
      assert.equal(status, 422, JSON.stringify(budget));
      assert.equal(Problem.parse(body).errors?.[0]?.pointer, pointer);
    }
  });

  it('cannot get a budget by a retry if it started without one, because its calls were not counted', async () => {
    const { run_id } = await evaluate(evals, { endpoint: 'http://127.0.0.1:1/' });
    const { status, body } = await postJson(evals, `/runs/${run_id}/retry`, {
      budget: { calls: 9 },
    });
    assert.deepEqual([status, Problem.parse(body).errors?.[0]?.pointer], [422, '/budget']);
    assert.equal((await viewRun(evals, run_id)).budget, null);
  });

  it('reports in JUnit and Markdown that the budget was spent', async () => {
    const { run_id } = await evaluate(evals, request(9));
    const read = async (format: string): Promise<string> =>
      (await fetch(`${evals.url}/runs/${run_id}/export?format=${format}`)).text();
    assert.match(await read('junit'), /not played: the budget of the run was spent/);
    assert.match(await read('junit'), /<error/);
    assert.match(await read('md'), /budget spent/);
  });
});
