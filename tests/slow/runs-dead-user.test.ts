import type { EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { viewRun } from '../support/calls/run-api.ts';
import {
  attemptsOf,
  conversationOf,
  openUserStage,
  reportOf,
  USER_SCENARIO,
} from '../support/data/user-runs.ts';
import { startService, type Service } from '../support/services/start-service.ts';

const GATES = ['goal_reached >= 0.1', 'answered >= 0.9'];
const ATTEMPTS = 4;

/** Asserts that no score of a conversation with a dead user is a number, so that none counts as a failure. */
function assertMissing(answer: EvaluationResponse): void {
  for (const no of attemptsOf(answer).keys()) {
    const { user, scores, passed } = conversationOf(answer, no);
    assert.deepEqual([user.excluded, user.ended_by], ['user_failed', 'user_failed']);
    assert.ok((user.end_reason ?? '').length > 0, 'the end has a reason');
    assert.deepEqual([user.goal_reached, user.audit, passed], [null, null, null]);
    assert.deepEqual([scores['goal_reached'], scores['overall']], [null, null]);
    assert.equal(attemptsOf(answer)[no]?.passed, null);
  }
  assert.equal(answer.stats['goal_reached']?.mean ?? null, null);
}

describe('a dead model of simulated users', () => {
  let simulator: Service;
  before(async () => {
    simulator = await startService('simulator');
  });
  after(() => simulator[Symbol.asyncDispose]());

  const simulated = (model: string) => (): Readonly<Record<string, string>> => ({
    USER_MODEL: model,
    USER_BASE_URL: simulator.url,
  });

  const DEAD: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    'that is at a closed port': () => ({ USER_BASE_URL: 'http://127.0.0.1:1' }),
    'that does not exist': simulated('sim/missing'),
    'with an empty answer': simulated('sim/user-silent'),
    'that answers in prose': simulated('sim/judge-prose'),
    'that resets connections': simulated('fault/reset-before'),
    'that answers with a web page': simulated('fault/html-200'),
  };

  for (const [what, env] of Object.entries(DEAD)) {
    it(`${what} ends every attempt with a reason, and the run ends without a verdict`, async () => {
      await using stage = await openUserStage(env());
      const answer = await evaluate(
        stage.evals,
        stage.request({ attempts: ATTEMPTS, gates: GATES }),
      );
      assert.deepEqual([answer.headline.result, answer.headline.exit_code], ['user_failed', 3]);
      assertMissing(answer);
      assert.equal(
        stage.endpoint.requests.length,
        0,
        'the endpoint got a message that the user did not give',
      );
      assert.equal(answer.gate?.verdict, 'inconclusive', JSON.stringify(answer.gate));
      const run = await viewRun(stage.evals, answer.run_id);
      assert.deepEqual(
        [run.state, run.failed_turns, run.turns],
        ['completed', 0, { finished: 0, total: 0 }],
      );
      assert.deepEqual(reportOf(answer).excluded, { user_fault: 0, user_failed: ATTEMPTS });
    });
  }

  it('a user that dies in the middle ends its conversation after the turns that were played', async () => {
    await using stage = await openUserStage();
    const test_batch = {
      ...USER_SCENARIO,
      interactions: [{ user_message: 'Hello', reference_reply: 'You said: Hello' }],
    };
    stage.use({
      say: ({ turn }) =>
        turn === 1 ? { message: 'A card please.' } : { status: 400, says: 'out of credit' },
    });
    const answer = await evaluate(stage.evals, stage.request({ test_batch, attempts: ATTEMPTS }));
    assertMissing(answer);
    assert.match(conversationOf(answer).user.end_reason ?? '', /out of credit/);
    assert.equal(conversationOf(answer).user.turns, 2);
    assert.equal(stage.endpoint.requests.length, 2 * ATTEMPTS);
    assert.equal(answer.headline.result, 'user_failed');
    const run = await viewRun(stage.evals, answer.run_id);
    assert.deepEqual(
      [run.failed_turns, run.turns],
      [0, { finished: 2 * ATTEMPTS, total: 2 * ATTEMPTS }],
    );
  });

  it('an unreachable user is given up after a few calls, however many conversations are left', async () => {
    await using stage = await openUserStage({ USER_BASE_URL: 'http://127.0.0.1:1' });
    const concurrency = 50;
    const answer = await evaluate(stage.evals, stage.request({ attempts: 100, concurrency }));
    const users = [...attemptsOf(answer).keys()].map((no) => conversationOf(answer, no).user);
    const called = users.filter(({ end_reason }) => !end_reason?.includes('5 times in a row'));
    assert.ok(called.length <= 5 + concurrency, `${called.length} conversations called it`);
    assert.equal(answer.headline.result, 'user_failed');
    assert.equal(reportOf(answer).excluded.user_failed, 100);
  });
});
