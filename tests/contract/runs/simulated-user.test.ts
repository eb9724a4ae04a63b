import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import { readEvents } from '../../support/calls/read-events.ts';
import { assertCounted, viewRun } from '../../support/calls/run-api.ts';
import {
  attemptsOf,
  conversationOf,
  openUserStage,
  reportOf,
  USER,
  USER_SCENARIO,
  type UserStage,
} from '../../support/data/user-runs.ts';

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

describe('a conversation with a simulated user', () => {
  let stage: UserStage;
  before(async () => {
    stage = await openUserStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  it('a simulated user writes after the script, and the endpoint gets the whole conversation', async () => {
    stage.use({});
    const first = stage.endpoint.requests.length;
    const test_batch = {
      ...USER_SCENARIO,
      interactions: [{ id: 'opening', user_message: 'Hello', reference_reply: 'You said: Hello' }],
    };
    const answer = await evaluate(stage.evals, stage.request({ test_batch }));
    const sent = stage.endpoint.requests.slice(first).map(({ body }) => (body as Sent).messages);
    assert.deepEqual(
      sent.map((messages) => messages.map(({ content }) => content)),
      [['Hello'], ['Hello', 'You said: Hello', 'Thank you for turn 1.']],
    );
    const [opening, simulated] = listTurns(answer);
    assert.equal(listTurns(answer).length, 2);
    assert.ok(Number(opening?.scores['reply']) > 0);
    assert.deepEqual(
      [simulated?.id, simulated?.interaction_type, simulated?.user_message, simulated?.agent_reply],
      ['simulated-1', 'simulated', 'Thank you for turn 1.', 'You said: Thank you for turn 1.'],
    );
    assert.deepEqual(simulated?.scores, { answered: 1 });
    assert.deepEqual([simulated?.reference_reply, simulated?.checks], ['', []]);
  });

  it('a reached goal counts 1, and the result says how the conversation went', async () => {
    stage.use({});
    const answer = await evaluate(stage.evals, stage.request());
    const { user, scores, passed } = conversationOf(answer);
    assert.deepEqual([scores['goal_reached'], scores['overall'], passed], [1, 1, true]);
    const { audit, ...rest } = user;
    assert.deepEqual(rest, {
      goal_reached: true,
      turns: 2,
      turns_to_goal: 2,
      ended_by: 'user',
      end_reason: 'I have all I need.',
      replays: 0,
      excluded: null,
    });
    assert.deepEqual(audit, {
      outcome: 'clean',
      goal: {
        verdict: 'reached',
        evidence: [{ turn: 1, quote: 'You said: Thank you for turn 1.' }],
        reason: 'As replied.',
      },
      faults: [],
      failure: null,
    });
    assert.equal(answer.headline.exit_code, 0, JSON.stringify(answer.headline));
    assert.equal(answer.stats['goal_reached']?.mean, 1);
  });

  it('a goal that was not reached counts 0 and fails its attempt', async () => {
    stage.use({ find: () => ({ goal: 'not_reached' }) });
    const answer = await evaluate(stage.evals, stage.request());
    const { user, scores, passed } = conversationOf(answer);
    assert.deepEqual([scores['goal_reached'], user.goal_reached, passed], [0, false, false]);
    assert.equal(user.turns_to_goal, null);
    assert.equal(attemptsOf(answer)[0]?.passed, false);
  });

  it('a goal of which the judge cannot tell has no score', async () => {
    stage.use({ find: () => ({ goal: 'cannot_tell' }) });
    const { user, scores, passed } = conversationOf(await evaluate(stage.evals, stage.request()));
    assert.deepEqual([scores['goal_reached'], scores['overall']], [null, null]);
    assert.deepEqual([user.goal_reached, user.excluded, passed], [null, null, null]);
  });

  it('checks of the conversation count with the goal, and a failed one fails the attempt', async () => {
    stage.use({});
    const checks = [{ contains: 'Thank you' }, { contains: 'nowhere' }];
    const test_batch = { ...USER_SCENARIO, checks };
    const answer = await evaluate(stage.evals, stage.request({ test_batch }));
    const { scores, passed } = conversationOf(answer);
    assert.deepEqual([scores['goal_reached'], scores['checks'], passed], [1, 0.5, false]);
    assert.equal(scores['overall'], 0.75);
  });

  it('a user that never ends is stopped after its maximum number of messages', async () => {
    stage.use({ say: ({ turn }) => ({ message: `Message ${turn}.` }) });
    const answer = await evaluate(stage.evals, stage.request());
    const { user } = conversationOf(answer);
    assert.deepEqual([user.turns, user.ended_by, user.end_reason], [4, 'max_turns', null]);
    assert.equal(listTurns(answer).length, 4);
  });

  it('a simulated user has 8 messages if no maximum is given', async () => {
    stage.use({ say: ({ turn }) => ({ message: `Message ${turn}.` }) });
    const test_batch = { user: { goal: USER.goal } };
    const answer = await evaluate(stage.evals, stage.request({ test_batch }));
    assert.equal(listTurns(answer).length, 8);
  });

  it('a failed request ends the conversation: it has no result, and the user is not asked for another message', async () => {
    stage.use({ say: ({ turn }) => ({ message: turn === 1 ? 'Now fail' : 'Hello' }) });
    const asked = stage.user.asked.length;
    const answer = await evaluate(stage.evals, stage.request());
    const { user, scores, passed } = conversationOf(answer);
    assert.deepEqual([user.turns, user.ended_by, user.audit], [2, 'request_failed', null]);
    assert.deepEqual([scores['goal_reached'], scores['overall'], passed], [null, null, null]);
    assert.equal(user.excluded, null);
    assert.equal(stage.user.asked.length - asked, 2);
    assert.equal(answer.headline.result, 'requests_failed');
  });

  it('the progress starts with the maximum and ends with the turns that were played', async () => {
    stage.use({});
    const { run_id } = await evaluate(stage.evals, stage.request({ attempts: 3 }));
    const { turns } = await viewRun(stage.evals, run_id);
    assert.deepEqual(turns, { finished: 6, total: 6 });
    await assertCounted(stage.evals, run_id);
    const events = await readEvents(stage.evals, run_id);
    const totals = events.flatMap(({ data }) =>
      typeof data['total'] === 'number' ? [data['total']] : [],
    );
    assert.ok(totals.length > 0);
    assert.ok(totals.every((total, at) => at === 0 || total <= Number(totals[at - 1])));
  });

  it('two runs ask the user with the same seeds, whatever the endpoint, and each attempt and turn with another one', async () => {
    stage.use({});
    const seedsOf = async (model_id: string): Promise<readonly unknown[]> => {
      const from = stage.user.asked.length;
      await evaluate(stage.evals, stage.request({ model_id, attempts: 2, concurrency: 1 }));
      const asked = stage.user.asked.slice(from);
      assert.ok(asked.every(({ body }) => body['temperature'] === 0.7));
      return asked.map(({ place, turn, try: tries, body }) => [place, turn, tries, body['seed']]);
    };
    const seeds = await seedsOf('model-1');
    assert.deepEqual(await seedsOf('model-2'), seeds);
    assert.equal(new Set(seeds.map((seed) => (seed as unknown[])[3])).size, 4);
  });

  it('the report of a run counts conversations, turns and messages of its simulated users', async () => {
    stage.use({});
    const answer = await evaluate(stage.evals, stage.request({ attempts: 4 }));
    const report = reportOf(answer);
    assert.deepEqual(
      [report.model, report.conversations, report.turns, report.calls, report.unaudited],
      ['stub/user', 4, 2, 8, 0],
    );
    assert.deepEqual(report.turns_to_goal, { mean: 2, n: 4 });
    assert.deepEqual(report.usage, { input_tokens: 88, output_tokens: 40, total_tokens: 128 });
    assert.deepEqual([report.faults.conversations, report.faults.spoiled], [4, 0]);
    const audits = answer.grading?.find(({ kind }) => kind === 'audit');
    assert.deepEqual([audits?.calls, audits?.failed], [4, 0]);
  });

  it('a run without simulated users has no report of them', async () => {
    const answer = await evaluate(stage.evals, { endpoint: `${stage.endpoint.url}/v1` });
    assert.equal('simulated_user' in answer, false);
    assert.equal(JSON.stringify(answer).includes('goal_reached'), false);
  });
});
