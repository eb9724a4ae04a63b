import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, postEvaluate } from '../../support/calls/evaluate.ts';
import {
  act,
  ask,
  refusal,
  startRun,
  untilOver,
  walkRuns,
  type ApiTarget,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';

const MAX_ACTIVE = 3;
const MAX_BYTES = 20_000;
const MAX_ACTIVE_BYTES = 15_000;
const PROJECTS = ['a', 'b', 'c', 'd', 'e', 'f'];
/** This message is never answered, all others at once. */
const UNANSWERED = { interactions: [{ user_message: 'Wait', reference_reply: 'Yes' }] };

describe('limits per project', () => {
  let evals: Service;
  let endpoint: Stub;
  let reply = 'fine';
  const as = (project: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer key-of-${project}` },
  });

  before(async () => {
    evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: PROJECTS.map((name) => `key-of-${name};project=${name}`).join(','),
      MAX_ACTIVE_RUNS_PER_PROJECT: String(MAX_ACTIVE),
      MAX_ACTIVE_BYTES_PER_PROJECT: String(MAX_ACTIVE_BYTES),
      MAX_STORED_BYTES_PER_PROJECT: String(MAX_BYTES),
      REQUESTS_PER_MINUTE: '100000', // the tests poll
    });
    endpoint = await startStub(({ body }, response) => {
      if (!JSON.stringify(body).includes('Wait')) response.end(reply);
    });
  });
  after(async () => {
    await endpoint[Symbol.asyncDispose](); // first, because a service waits for its calls in flight
    await evals[Symbol.asyncDispose]();
  });

  const post = (project: string, changes: object, headers: Record<string, string> = {}) =>
    postEvaluate(
      evals,
      createRequest({ endpoint: `${endpoint.url}/v1`, test_batch: UNANSWERED, ...changes }),
      { prefer: 'respond-async', ...as(project).headers, ...headers },
    );

  async function finish(project: string): Promise<string> {
    const { run_id } = await startRun(as(project), { endpoint: `${endpoint.url}/v1` });
    await untilOver(as(project), run_id);
    return run_id;
  }

  it('a project cannot exceed its number of active runs, even with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('a', {})));
    const refused = answers.filter(({ status }) => status !== 202);
    assert.equal(answers.length - refused.length, MAX_ACTIVE);
    for (const { status, headers, body } of refused) {
      const { code, detail } = Problem.parse(body);
      assert.deepEqual([status, code], [429, 'too_many_runs']);
      assert.match(detail, /at most 3 runs/);
      assert.equal(headers.get('retry-after'), '10');
    }
    assert.equal((await walkRuns(as('a'))).length, MAX_ACTIVE, 'nothing of the others is stored');
    assert.equal((await post('b', {})).status, 202, 'another project has its own');

    const [run] = await walkRuns(as('a'));
    assert.ok(run);
    await act(as('a'), run.run_id, 'cancel');
    await untilOver(as('a'), run.run_id);
    assert.equal((await post('a', {})).status, 202);
  });

  it('a project cannot exceed the total size of the plans of its active runs', async () => {
    const system_prompt = 'x'.repeat(MAX_ACTIVE_BYTES / 2);
    const answers = await Promise.all([1, 2].map(() => post('f', { system_prompt })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202, 429]));
    const { body } = answers.find(({ status }) => status === 429) ?? {};
    assert.equal(Problem.parse(body).code, 'too_many_runs');
    assert.match(Problem.parse(body).detail, /have at most 15000 bytes in total/);
    assert.equal((await post('f', {})).status, 202);
  });

  it('a run against a second model counts as two', async () => {
    assert.equal((await post('c', { against: 'model-2', attempts: 2 })).status, 202);
    assert.equal((await post('c', { against: 'model-2', attempts: 2 })).status, 429);
    assert.equal((await post('c', {})).status, 202);
  });

  it('a retry or rescore counts like a new run; a repeated request does not', async () => {
    const over = await finish('d');
    const { run_id: cancelled } = await startRun(as('d'), {
      endpoint: `${endpoint.url}/v1`,
      test_batch: UNANSWERED,
    });
    await act(as('d'), cancelled, 'cancel');
    await untilOver(as('d'), cancelled);
    const headers = { 'idempotency-key': 'the same' };
    assert.equal((await post('d', {}, headers)).status, 202);
    for (let run = 1; run < MAX_ACTIVE; run += 1) assert.equal((await post('d', {})).status, 202);
    const told = [429, 'too_many_runs'];
    assert.deepEqual(await refusal(as('d'), `/runs/${cancelled}/retry`, 'POST'), told);
    assert.deepEqual(await refusal(as('d'), `/runs/${over}/rescore`, 'POST'), told);
    assert.equal((await post('d', {}, headers)).status, 202);
    const states = (await walkRuns(as('d'))).map(({ state }) => state);
    assert.equal(states.filter((state) => state === 'running').length, MAX_ACTIVE);
  });

  it('a project whose stored runs are too large cannot start a run until one is deleted', async () => {
    reply = 'x'.repeat(MAX_BYTES);
    const large = await finish('e');
    const { status, headers, body } = await post('e', {});
    const { code, detail } = Problem.parse(body);
    assert.deepEqual([status, code, headers.get('retry-after')], [429, 'storage_full', null]);
    assert.match(detail, /delete runs/);
    assert.deepEqual(await refusal(as('e'), `/runs/${large}/rescore`, 'POST'), [429, code]);
    assert.equal((await ask(as('e'), `/runs/${large}`, 'DELETE')).status, 204);
    assert.equal((await post('e', {})).status, 202);
  });
});
