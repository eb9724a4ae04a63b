import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import { readEvents } from '../../support/calls/read-events.ts';
import { assertCounted } from '../../support/calls/run-api.ts';
import {
  attemptsOf,
  conversationOf,
  openUserStage,
  reportOf,
  USER_SCENARIO,
  type Plays,
  type UserStage,
} from '../../support/data/user-runs.ts';
import type { UserPrompt } from '../../support/stubs/stub-user.ts';

const SPOILED = 'I want a loan instead.';

/** A user that makes a fault in some tries, and a judge that sees it in the messages. */
function spoiling(isSpoiled: (prompt: UserPrompt) => boolean): Partial<Plays> {
  return {
    say: (prompt) => ({
      message: isSpoiled(prompt) ? SPOILED : `A card please, try ${prompt.try}.`,
      done: prompt.turn === 1,
    }),
    find: ({ user }) => ({ faults: user.includes(SPOILED) ? ['changed_goal'] : [] }),
  };
}

function listScenarios(count: number): readonly object[] {
  return Array.from({ length: count }, (_, no) => ({ ...USER_SCENARIO, id: `scenario-${no}` }));
}

const attemptOf = ({ place }: UserPrompt): number => Number(place.split('/')[1]);

describe('faults of a simulated user', () => {
  let stage: UserStage;
  before(async () => {
    stage = await openUserStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  it('a spoiled attempt is played again from its first turn, and its second conversation counts', async () => {
    stage.use(spoiling((prompt) => prompt.try === 0 && attemptOf(prompt) === 1));
    const answer = await evaluate(stage.evals, stage.request({ attempts: 3 }));
    assert.deepEqual(
      attemptsOf(answer).map((_, no) => conversationOf(answer, no).user.replays),
      [0, 1, 0],
    );
    const { user, passed } = conversationOf(answer, 1);
    assert.deepEqual(
      [user.excluded, user.goal_reached, user.audit?.outcome, passed],
      [null, true, 'clean', true],
    );
    assert.deepEqual(
      listTurns(answer, 1).map(({ user_message }) => user_message),
      ['A card please, try 1.', 'A card please, try 1.'],
    );
    const { faults, replayed, excluded } = reportOf(answer);
    assert.deepEqual(
      [faults.conversations, faults.spoiled, faults.by_kind, replayed, excluded],
      [3, 1, { changed_goal: 1 }, 1, { user_fault: 0, user_failed: 0 }],
    );
    await assertCounted(stage.evals, answer.run_id);
    const events = await readEvents(stage.evals, answer.run_id);
    const replay = events.filter(({ event }) => event === 'run-replayed');
    assert.deepEqual(
      replay.map(({ data }) => data),
      [{ attempts: 1, total: 8 }],
    );
    assert.equal(events.at(-1)?.event, 'run-finished');
    const keys = stage.endpoint.requests.map(({ headers }) => String(headers['idempotency-key']));
    assert.ok(keys.includes(`${answer.run_id}/0/1/0/1`), 'the replay has its own keys');
  });

  it('an attempt that is spoiled three times is excluded: its scores are missing, not 0', async () => {
    stage.use(spoiling((prompt) => attemptOf(prompt) === 0));
    const answer = await evaluate(stage.evals, stage.request({ attempts: 30 }));
    const { user, scores, passed } = conversationOf(answer);
    assert.deepEqual([user.replays, user.excluded, passed], [2, 'user_fault', null]);
    assert.deepEqual([scores['goal_reached'], scores['overall']], [null, null]);
    assert.deepEqual(user.audit?.faults, [
      { kind: 'changed_goal', evidence: [{ turn: 1, quote: SPOILED }], reason: 'As said.' },
    ]);
    assert.equal(attemptsOf(answer)[0]?.passed, null);
    const stats = answer.stats['goal_reached'];
    assert.deepEqual([stats?.mean, stats?.coverage], [1, 0.9667]);
    const { faults, replayed, excluded } = reportOf(answer);
    assert.deepEqual(
      [faults.conversations, faults.spoiled, replayed, excluded],
      [30, 1, 1, { user_fault: 1, user_failed: 0 }],
    );
    const [low = 0, high = 0] = faults.ci95 ?? [];
    assert.ok(low > 0 && low < 1 / 30 && high > 1 / 30 && high < 0.2);
    assert.notEqual(answer.headline.result, 'user_failed', 'one of 30 is less than 5 %');
    assert.equal(answer.headline.exit_code, 0);
  });

  it('with more than 5 % excluded attempts the headline is that the user failed, with exit code 3', async () => {
    stage.use(spoiling((prompt) => attemptOf(prompt) < 3));
    const gates = ['goal_reached >= 0.5'];
    const answer = await evaluate(stage.evals, stage.request({ attempts: 10, gates }));
    assert.deepEqual([answer.headline.result, answer.headline.exit_code], ['user_failed', 3]);
    assert.equal(answer.gate?.verdict, 'inconclusive', JSON.stringify(answer.gate));
  });

  it('the pass rate leaves out attempts that are excluded', async () => {
    stage.use(spoiling((prompt) => attemptOf(prompt) === 0));
    const answer = await evaluate(stage.evals, stage.request({ attempts: 5 }));
    assert.deepEqual(
      attemptsOf(answer).map(({ passed }) => passed),
      [null, true, true, true, true],
    );
    const { passes } = answer.results.scenarios[0] ?? {};
    assert.deepEqual([passes?.passed, passes?.attempts], [4, 4]);
  });

  it('gates are not decided if one scenario loses more than 5 % of its attempts beyond chance', async () => {
    stage.use(spoiling(({ place }) => place === '0/0' || place === '0/1'));
    const gates = ['goal_reached >= 0.5', 'pass_rate >= 0.5', 'answered >= 0.9'];
    const answer = await evaluate(
      stage.evals,
      stage.request({ test_batch: listScenarios(5), attempts: 10, gates, concurrency: 32 }),
    );
    assert.notEqual(answer.headline.result, 'user_failed', 'two of 50 are less than 5 %');
    assert.deepEqual(
      answer.gate?.gates.map(({ verdict }) => verdict),
      ['inconclusive', 'inconclusive', 'pass'],
      JSON.stringify(answer.gate),
    );
    assert.match(JSON.stringify(answer.gate), /2 of 10 conversations .* simulated user/);
  });

  it('gates are decided if the attempts that a scenario loses can be chance', async () => {
    stage.use(spoiling(({ place }) => place === '0/0'));
    const gates = ['goal_reached >= 0.5', 'pass_rate >= 0.5'];
    const answer = await evaluate(
      stage.evals,
      stage.request({ test_batch: listScenarios(5), attempts: 10, gates, concurrency: 32 }),
    );
    assert.equal(answer.gate?.verdict, 'pass', JSON.stringify(answer.gate));
    assert.equal(answer.headline.exit_code, 0);
  });

  it('a fault whose quote is in no message makes the audit fail, and spoils nothing', async () => {
    stage.use({ find: () => ({ faults: ['looped'], quote: 'words that are in no message' }) });
    const answer = await evaluate(stage.evals, stage.request());
    const { user, scores } = conversationOf(answer);
    assert.deepEqual([user.replays, user.excluded, user.audit?.outcome], [0, null, 'failed']);
    assert.equal(user.audit?.goal, null);
    assert.match(user.audit.failure ?? '', /judge/);
    assert.equal(scores['goal_reached'], null);
    const { faults, unaudited } = reportOf(answer);
    assert.deepEqual([faults.conversations, faults.rate, unaudited], [0, null, 1]);
  });

  it('a goal whose quote is in no reply is not reached by it', async () => {
    stage.use({ find: () => ({ goal: 'reached', quote: 'words that are in no message' }) });
    const { user } = conversationOf(await evaluate(stage.evals, stage.request()));
    assert.deepEqual([user.goal_reached, user.audit?.outcome], [null, 'failed']);
  });

  it('messages of the script are not audited: a quote of one is no evidence', async () => {
    stage.use({ find: () => ({ faults: ['looped'], quote: 'A scripted message of the test' }) });
    const test_batch = {
      interactions: [{ user_message: 'A scripted message of the test' }],
      user: { goal: 'Get a card.' },
    };
    const { user } = conversationOf(await evaluate(stage.evals, stage.request({ test_batch })));
    assert.equal(user.audit?.outcome, 'failed');
  });
});
