import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, listTurns, postEvaluate } from '../../support/calls/evaluate.ts';
import { readEvents } from '../../support/calls/read-events.ts';
import {
  act,
  assertCounted,
  postJson,
  refusal,
  rescore,
  startRun,
  untilOver,
  viewRun,
} from '../../support/calls/run-api.ts';
import {
  conversationOf,
  openUserStage,
  reportOf,
  USER,
  USER_SCENARIO,
  type UserStage,
} from '../../support/data/user-runs.ts';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import type { EvaluationResponse, RunView } from '@fairtrial/contracts';

/** The result of a run that is over. */
function resultOf({ result }: RunView): EvaluationResponse {
  assert.ok(result);
  return result;
}

describe('actions on a run with simulated users', () => {
  let stage: UserStage;
  before(async () => {
    stage = await openUserStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  const messagesOf = (answer: EvaluationResponse, attempt = 0): readonly string[] =>
    listTurns(answer, attempt).map(({ user_message }) => user_message);

  it('a retry starts a conversation with a failed request again from its first turn, with new messages', async () => {
    const isFailing = { now: true };
    stage.use({
      say: ({ place, turn, try: tries }) => ({
        message: `Message ${turn}, try ${tries}${isFailing.now && place === '0/1' && turn === 2 ? ' fail' : ''}`,
        done: turn === 2,
      }),
    });
    const { run_id } = await evaluate(stage.evals, stage.request({ attempts: 2 }));
    isFailing.now = false;
    const asked = stage.user.asked.length;
    await act(stage.evals, run_id, 'retry');
    const over = await untilOver(stage.evals, run_id);
    const answer = resultOf(over);
    assert.deepEqual(messagesOf(answer, 0), [
      'Message 0, try 0',
      'Message 1, try 0',
      'Message 2, try 0',
    ]);
    assert.deepEqual(messagesOf(answer, 1), [
      'Message 0, try 1',
      'Message 1, try 1',
      'Message 2, try 1',
    ]);
    assert.equal(stage.user.asked.length - asked, 3);
    assert.deepEqual(over.turns, { finished: 6, total: 6 });
    assert.equal(conversationOf(answer, 1).user.goal_reached, true);
    await assertCounted(stage.evals, run_id);
    assert.deepEqual(await refusal(stage.evals, `/runs/${run_id}/retry`, 'POST'), [
      409,
      'nothing_to_retry',
    ]);
  });

  it('a retry plays attempts whose user gave no message again', async () => {
    const isDown = { now: true };
    stage.use({
      say: ({ place, turn }) =>
        isDown.now && place === '0/1'
          ? { status: 400, says: 'no credit' }
          : { message: `Message ${turn}.`, done: turn === 1 },
    });
    const { run_id } = await evaluate(stage.evals, stage.request({ attempts: 2 }));
    isDown.now = false;
    await act(stage.evals, run_id, 'retry');
    const answer = resultOf(await untilOver(stage.evals, run_id));
    assert.deepEqual(messagesOf(answer, 1), ['Message 0.', 'Message 1.']);
    const { user, passed } = conversationOf(answer, 1);
    assert.deepEqual([user.excluded, user.ended_by, passed], [null, 'user', true]);
    assert.deepEqual(reportOf(answer).excluded, { user_fault: 0, user_failed: 0 });
    await assertCounted(stage.evals, run_id);
  });

  it('a rescore with other checks asks neither the user nor the endpoint nor the judge again', async () => {
    stage.use({});
    const test_batch = { ...USER_SCENARIO, checks: [{ contains: 'nowhere' }] };
    const { run_id } = await evaluate(stage.evals, stage.request({ test_batch }));
    const calls = [stage.user, stage.judge, stage.endpoint].map(({ requests }) => requests.length);
    const checks = [{ contains: 'Thank you' }];
    await rescore(stage.evals, run_id, { test_batch: { ...test_batch, checks } });
    const answer = resultOf(await untilOver(stage.evals, run_id));
    const { scores, passed, user } = conversationOf(answer);
    assert.deepEqual([scores['checks'], scores['goal_reached'], passed], [1, 1, true]);
    assert.equal(user.audit?.outcome, 'clean');
    assert.equal(answer.revision, 2);
    assert.deepEqual(
      [stage.user, stage.judge, stage.endpoint].map(({ requests }) => requests.length),
      calls,
    );
  });

  it('a rescore accepts the same user without its optional fields', async () => {
    stage.use({});
    const test_batch = { id: 'plain', user: { goal: 'Get a card.' } };
    const { run_id } = await evaluate(stage.evals, stage.request({ test_batch }));
    const over = await rescore(stage.evals, run_id, { test_batch });
    assert.equal(resultOf(over).revision, 2);
  });

  it('a rescore with another user is refused: the conversations belong to the old one', async () => {
    stage.use({});
    const { run_id } = await evaluate(stage.evals, stage.request());
    const test_batch = { ...USER_SCENARIO, user: { ...USER, goal: 'Get a loan.' } };
    const { status, body } = await postJson(stage.evals, `/runs/${run_id}/rescore`, { test_batch });
    const { errors = [] } = Problem.parse(body);
    assert.deepEqual([status, errors[0]?.pointer], [422, '/test_batch/user']);
  });

  it('a rescore that finds a fault in a conversation does not play it again', async () => {
    await using other = await openUserStage();
    other.use({ find: () => ({ faults: ['looped'], quote: 'not in any message' }) });
    const { run_id } = await evaluate(other.evals, other.request());
    const calls = other.endpoint.requests.length;
    other.use({ find: () => ({ faults: ['looped'] }) });
    const answer = resultOf(await rescore(other.evals, run_id, {}));
    const { user } = conversationOf(answer);
    assert.deepEqual([user.replays, user.excluded], [0, 'user_fault']);
    assert.equal(other.endpoint.requests.length, calls);
  });

  it('a run is cancelled while its user writes: no further message is asked for or sent', async () => {
    const release = Promise.withResolvers<undefined>();
    stage.use({
      reply: async (_, response) => {
        await release.promise;
        sendJson(response, chatCompletion('late'));
      },
    });
    const first = stage.endpoint.requests.length;
    const { run_id } = await startRun(stage.evals, stage.request({ attempts: 3, concurrency: 2 }));
    await until('two conversations wait', () => stage.endpoint.requests.length === first + 2);
    const asked = stage.user.asked.length;
    await act(stage.evals, run_id, 'cancel');
    const cancelled = await untilOver(stage.evals, run_id);
    release.resolve(undefined);
    assert.equal(cancelled.state, 'cancelled');
    assert.deepEqual([stage.user.asked.length, stage.endpoint.requests.length], [asked, first + 2]);
    stage.use({});
    await act(stage.evals, run_id, 'retry');
    const over = await untilOver(stage.evals, run_id);
    assert.deepEqual([over.state, over.turns], ['completed', { finished: 6, total: 6 }]);
    await assertCounted(stage.evals, run_id);
  });

  it('a budget reserves the maximum of each conversation, and gets back the calls that were not made', async () => {
    stage.use({});
    const first = stage.endpoint.requests.length;
    const request = stage.request({ attempts: 3, concurrency: 1, budget: { calls: 8 } });
    const answer = await evaluate(stage.evals, request);
    assert.equal(answer.stopped_by, undefined, 'three conversations of two calls fit');
    assert.equal(stage.endpoint.requests.length - first, 6);
    assert.deepEqual((await viewRun(stage.evals, answer.run_id)).budget, { calls: 8, reserved: 6 });
  });

  it('a budget is never exceeded by replays, and conversations that do not fit are not played again', async () => {
    stage.use({ find: () => ({ faults: ['looped'] }) });
    const first = stage.endpoint.requests.length;
    const request = stage.request({ attempts: 2, concurrency: 1, budget: { calls: 9 } });
    const answer = await evaluate(stage.evals, request);
    const calls = stage.endpoint.requests.length - first;
    assert.ok(calls <= 9, `${calls} calls`);
    assert.equal(
      calls,
      6,
      'two conversations of two calls, and one replay for which four are free',
    );
    const { budget } = await viewRun(stage.evals, answer.run_id);
    assert.deepEqual(budget, { calls: 9, reserved: 6 });
    assert.equal(reportOf(answer).excluded.user_fault, 2);
    assert.deepEqual(
      [0, 1].map((no) => conversationOf(answer, no).user.replays),
      [1, 0],
    );
  });

  it('a budget that is smaller than the longest first conversation is refused', async () => {
    const asked = createRequest(stage.request({ budget: { calls: 3 } }));
    const { status, body } = await postEvaluate(stage.evals, asked);
    assert.equal(status, 422);
    assert.match(Problem.parse(body).detail ?? '', /at least 4/);
  });

  it('against plays both models with the same users, turn by turn of each conversation', async () => {
    stage.use({
      say: ({ turn }) => ({ message: `Message ${turn}.`, done: turn === 1 }),
      find: ({ user }) => ({ goal: user.includes('Yes.') ? 'reached' : 'not_reached' }),
      reply: ({ body }, response) => {
        const { model } = body as { readonly model: string };
        sendJson(response, chatCompletion(model === 'model-1' ? 'Yes. It is done.' : 'No.'));
      },
    });
    const asked = stage.user.asked.length;
    const request = stage.request({ against: 'model-0', attempts: 8, concurrency: 4 });
    const answer = await evaluate(stage.evals, request);
    assert.equal(answer.comparison?.metrics['goal_reached']?.delta, 1);
    const seeds = stage.user.asked.slice(asked).map(({ body }) => body['seed']);
    assert.equal(seeds.length, 2 * 8 * 2);
    assert.equal(new Set(seeds).size, 8 * 2, 'both sides have the same seeds');
  });

  it('events report every turn of a simulated conversation, and the replay', async () => {
    stage.use({
      find: ({ user }) => ({ faults: user.includes('try 0') ? ['looped'] : [] }),
      say: ({ turn, try: tries }) => ({ message: `Message, try ${tries}.`, done: turn === 0 }),
    });
    const { run_id } = await evaluate(stage.evals, stage.request());
    const events = await readEvents(stage.evals, run_id);
    const kinds = events.map(({ event }) => event).filter((kind) => kind !== 'grading');
    assert.deepEqual(
      kinds.filter((kind) => kind.startsWith('run-')),
      ['run-started', 'run-replayed', 'run-finished'],
      kinds.join(', '),
    );
    assert.ok(events.every(({ id }, at) => id === at + 1));
  });
});
