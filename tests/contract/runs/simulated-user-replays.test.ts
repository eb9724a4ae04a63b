import { RunHead, type EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import { readEvents } from '../../support/calls/read-events.ts';
import {
  act,
  ask,
  assertCounted,
  startRun,
  untilOver,
  viewRun,
  walkRuns,
} from '../../support/calls/run-api.ts';
import {
  conversationOf,
  openUserStage,
  reportOf,
  USER_SCENARIO,
  type Plays,
  type UserStage,
} from '../../support/data/user-runs.ts';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';

/** The first conversation of every attempt is spoiled, its replay is not. */
const SPOILED_ONCE: Partial<Plays> = {
  say: ({ turn, try: tries }) => ({ message: `A card please, try ${tries}.`, done: turn === 1 }),
  find: ({ user }) => ({ faults: user.includes('try 0') ? ['looped'] : [] }),
};

describe('conversations that are played again because the simulated user spoiled them', () => {
  let stage: UserStage;
  before(async () => {
    stage = await openUserStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  it('every attempt can be played again, on as many lanes as at first', async () => {
    stage.use(SPOILED_ONCE);
    const answer = await evaluate(stage.evals, stage.request({ attempts: 20, concurrency: 8 }));
    const { faults, replayed, excluded, turns } = reportOf(answer);
    assert.deepEqual(
      [faults.spoiled, faults.rate, replayed, excluded.user_fault, turns],
      [20, 1, 20, 0, 2],
    );
    assert.equal(answer.stats['goal_reached']?.mean, 1);
    await assertCounted(stage.evals, answer.run_id);
    const events = await readEvents(stage.evals, answer.run_id);
    assert.equal(events.filter(({ event }) => event === 'run-replayed').length, 1);
  });

  it('a run that is cancelled during replays ends, and a retry plays them to their end', async () => {
    const held = Promise.withResolvers<undefined>();
    let replays = 0;
    stage.use({
      ...SPOILED_ONCE,
      reply: async ({ headers }, response) => {
        const isReplay = String(headers['idempotency-key']).split('/').length === 5;
        replays += Number(isReplay);
        if (isReplay) await held.promise;
        sendJson(response, chatCompletion('Yes. It is done.'));
      },
    });
    const { run_id } = await startRun(stage.evals, stage.request({ attempts: 4, concurrency: 2 }));
    await until('two replays wait', () => replays === 2);
    const { body } = await ask(stage.evals, `/runs/${run_id}`);
    assert.equal(RunHead.parse(body).state, 'running');
    await act(stage.evals, run_id, 'cancel');
    assert.equal((await untilOver(stage.evals, run_id)).state, 'cancelled');
    held.resolve(undefined);
    stage.use(SPOILED_ONCE);
    await act(stage.evals, run_id, 'retry');
    const over = await untilOver(stage.evals, run_id);
    assert.deepEqual([over.state, over.turns], ['completed', { finished: 8, total: 8 }]);
    assert.ok(over.result);
    assert.equal(reportOf(over.result).faults.spoiled, 4, 'the first conversations are audited');
    await assertCounted(stage.evals, run_id);
  });

  it('two models that are played against each other both play their spoiled attempts again', async () => {
    stage.use(SPOILED_ONCE);
    const request = stage.request({ against: 'model-0', attempts: 6, concurrency: 4 });
    const answer = await evaluate(stage.evals, request);
    const [other] = await walkRuns(stage.evals, '?tag=against');
    const { result } = await viewRun(stage.evals, other?.run_id ?? '');
    assert.ok(result);
    for (const one of [answer, result]) {
      assert.deepEqual([reportOf(one).replayed, reportOf(one).excluded.user_fault], [6, 0]);
      assert.equal(one.stats['goal_reached']?.coverage, 1);
    }
    const users = answer.comparison?.simulated_user;
    assert.deepEqual([users?.p, users?.doubt], [1, null]);
  });

  it('with stop_early, a look decides after the spoiled attempts were played again', async () => {
    stage.use({});
    const plan = { attempts: 20, concurrency: 16, metric: 'overall' };
    const baseline = await evaluate(stage.evals, stage.request(plan));
    stage.use(SPOILED_ONCE);
    const early = { ...plan, stop_early: true, baseline: baseline.run_id };
    const answer: EvaluationResponse = await evaluate(stage.evals, stage.request(early));
    assert.ok(answer.sequential);
    const { played } = answer.sequential.attempts;
    const { conversations, excluded, replayed } = reportOf(answer);
    assert.deepEqual([conversations, replayed, excluded.user_fault], [played, played, 0]);
    await assertCounted(stage.evals, answer.run_id);
  });

  it('a session of the endpoint is opened again for a replay', async () => {
    const opened: string[] = [];
    stage.use({
      ...SPOILED_ONCE,
      reply: ({ path, headers }, response) => {
        if (path === '/chats') {
          opened.push(String(headers['idempotency-key']));
          sendJson(response, { id: opened.length });
        } else sendJson(response, { text: `In session ${path.split('/')[2]} it is done.` });
      },
    });
    const answer = await evaluate(stage.evals, {
      endpoint: stage.endpoint.url,
      test_batch: USER_SCENARIO,
      target: {
        path: '/chats/{{session}}/say',
        body: { text: '{{user_message}}' },
        reply: '/text',
        session: { from: '/id', open: { path: '/chats', body: {} } },
      },
    });
    assert.deepEqual(
      opened.map((key) => key.slice(answer.run_id.length)),
      ['/0/0/0/open', '/0/0/0/1/open'],
    );
    assert.deepEqual(
      listTurns(answer).map(({ agent_reply }) => agent_reply),
      ['In session 2 it is done.', 'In session 2 it is done.'],
    );
    assert.equal(conversationOf(answer).user.replays, 1);
  });
});
