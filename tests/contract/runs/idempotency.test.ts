import { EvaluationResponse, Problem, RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { INVALID_IDEMPOTENCY_KEY } from '../../support/data/invalid-idempotency-key.ts';
import { act, ask, startRun, untilOver, walkRuns } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';
import { startStub } from '../../support/stubs/start-stub.ts';

describe('an Idempotency-Key of an evaluation', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  /** Retries while the service is full, which the key makes safe. */
  async function postUntilTaken(
    body: object,
    headers: Readonly<Record<string, string>>,
  ): ReturnType<typeof postEvaluate> {
    let answer = await postEvaluate(evals, body, headers);
    await until('the service has room for a request', async () => {
      if (answer.status !== 503) return true;
      answer = await postEvaluate(evals, body, headers);
      return false;
    });
    return answer;
  }

  it('creates one run for a hundred concurrent requests, and all get its result', async () => {
    await using endpoint = await startStub((_, response) => response.end('fine'));
    const body = createRequest({
      endpoint: `${endpoint.url}/v1`,
      attempts: 3,
      test_name: 'hundred',
    });
    const headers = { 'idempotency-key': 'a hundred' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => postUntilTaken(body, headers)),
    );
    const [first] = answers;
    EvaluationResponse.parse(first?.body);
    for (const { status, body: answer } of answers) {
      assert.equal(status, 200);
      assert.deepEqual(answer, first?.body);
    }
    assert.equal(endpoint.requests.length, 3);
    assert.equal((await walkRuns(evals, '?q=hundred')).length, 1);
  });

  it('returns the same run to a duplicate that does not wait', async () => {
    const release = Promise.withResolvers<void>();
    await using endpoint = await startStub(async (_, response) => {
      await release.promise;
      response.end('fine');
    });
    const changes = { endpoint: `${endpoint.url}/v1` };
    const headers = { 'idempotency-key': 'twins' };
    const first = await startRun(evals, changes, headers);
    const waiting = postEvaluate(evals, createRequest(changes), headers);
    const second = await startRun(evals, changes, headers);
    assert.equal(second.run_id, first.run_id);
    assert.equal(second.state, 'running');
    release.resolve();
    const { status, body } = await waiting;
    assert.equal(status, 200);
    assert.equal(EvaluationResponse.parse(body).run_id, first.run_id);
    const third = await startRun(evals, changes, headers);
    assert.deepEqual([third.run_id, third.state], [first.run_id, 'completed']);
    assert.equal(endpoint.requests.length, 1);
  });

  it('is refused if it is too long, by the same rule as in the agent backend', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(256) };
    const { status, body } = await postEvaluate(evals, createRequest({}), headers);
    const { code, detail } = Problem.parse(body);
    assert.deepEqual({ status, code, detail }, INVALID_IDEMPOTENCY_KEY);
  });

  it('is refused with another body, and can be reused once its run is deleted', async () => {
    await using endpoint = await startStub((_, response) => response.end('fine'));
    const headers = { 'idempotency-key': 'taken' };
    const changes = { endpoint: `${endpoint.url}/v1` };
    const { run_id } = await startRun(evals, changes, headers);
    const other = createRequest({ ...changes, attempts: 2 });
    const { status, body } = await postEvaluate(evals, other, headers);
    assert.deepEqual([status, Problem.parse(body).code], [422, 'idempotency_conflict']);
    await untilOver(evals, run_id);
    assert.equal((await ask(evals, `/runs/${run_id}`, 'DELETE')).status, 204);
    const again = await postEvaluate(evals, other, headers);
    assert.equal(again.status, 200);
    assert.notEqual(EvaluationResponse.parse(again.body).run_id, run_id);
  });

  it('returns the final state of the run to a duplicate, even if it was cancelled', async () => {
    await using silent = await startStub(() => undefined);
    const changes = { endpoint: `${silent.url}/v1` };
    const headers = { 'idempotency-key': 'cancelled' };
    const { run_id } = await startRun(evals, changes, headers);
    await act(evals, run_id, 'cancel');
    const {
      status,
      body,
      headers: told,
    } = await postEvaluate(evals, createRequest(changes), headers);
    assert.deepEqual([status, Problem.parse(body).code], [409, 'run_cancelled']);
    assert.equal(told.get('location'), `/runs/${run_id}`);
  });

  it('has 1 to 255 characters', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const { status, body } = await postEvaluate(evals, createRequest(), {
        'idempotency-key': key,
      });
      assert.deepEqual([status, Problem.parse(body).code], [400, 'bad_request']);
    }
    const headers = { 'idempotency-key': 'x'.repeat(255), prefer: 'respond-async' };
    const { status, body } = await postEvaluate(evals, createRequest(), headers);
    assert.equal(status, 202);
    await untilOver(evals, RunView.parse(body).run_id);
  });
});
