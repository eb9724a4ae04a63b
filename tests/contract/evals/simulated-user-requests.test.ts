import { Problem, Settings } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, postEvaluate } from '../../support/calls/evaluate.ts';
import { ask } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

const USER = { goal: 'Get a new card.' };
const DEAD = 'http://127.0.0.1:1';

/** A request, the field that is refused, and what the refusal says. */
const REFUSED: Readonly<Record<string, readonly [changes: object, pointer: RegExp, says: RegExp]>> =
  {
    'no messages at all': [
      { test_batch: { interactions: [] } },
      /\/test_batch\/interactions$/,
      /at least one interaction, unless a simulated user is given/,
    ],
    'a scenario with neither interactions nor a user': [
      { test_batch: { id: 'empty' } },
      /\/test_batch\/interactions$/,
      /at least one interaction/,
    ],
    'a user without a goal': [
      { test_batch: { user: { persona: 'Curt.' } } },
      /\/test_batch\/user\/goal$/,
      /goal/,
    ],
    'an empty goal': [{ test_batch: { user: { goal: '' } } }, /\/test_batch\/user\/goal$/, /./],
    'an unknown field of the user': [
      { test_batch: { user: { ...USER, mood: 'angry' } } },
      /\/test_batch\/user/,
      /mood/,
    ],
    'more than 50 messages': [
      { test_batch: { user: { ...USER, max_turns: 51 } } },
      /\/test_batch\/user\/max_turns$/,
      /50/,
    ],
    'no message': [
      { test_batch: { user: { ...USER, max_turns: 0 } } },
      /\/test_batch\/user\/max_turns$/,
      /./,
    ],
    'a fact that is a list': [
      { test_batch: { user: { ...USER, facts: { cards: ['a'] } } } },
      /\/test_batch\/user\/facts\/cards$/,
      /./,
    ],
    'more than 50 facts': [
      {
        test_batch: {
          user: {
            ...USER,
            facts: Object.fromEntries(Array.from({ length: 51 }, (_, no) => [`fact ${no}`, no])),
          },
        },
      },
      /\/test_batch\/user\/facts$/,
      /at most 50 keys/,
    ],
    'judge: false, because the judge audits the user': [
      { test_batch: { user: USER }, judge: false },
      /\/test_batch|\/judge/,
      /needs a judge.*leave out judge: false/,
    ],
    'goal_reached as a scorer, because it is not one of replies': [
      { test_batch: { user: USER }, scorers: ['goal_reached'] },
      /\/scorers/,
      /./,
    ],
  };

describe('a request with a simulated user', () => {
  let evals: Service;
  /** With a judge, and without a model for users. */
  let withoutUser: Service;
  const models = { JUDGE_MODEL: 'stub/judge', JUDGE_BASE_URL: DEAD };
  before(async () => {
    withoutUser = await startService('evals', models);
    evals = await startService('evals', {
      ...models,
      USER_MODEL: 'stub/user',
      USER_BASE_URL: DEAD,
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await withoutUser[Symbol.asyncDispose]();
  });

  for (const [what, [changes, pointer, says]] of Object.entries(REFUSED)) {
    it(`a request with a simulated user is refused with ${what}`, async () => {
      const { status, body } = await postEvaluate(evals, createRequest(changes));
      assert.equal(status, 422, JSON.stringify(body));
      const problem = Problem.parse(body);
      const pointers = (problem.errors ?? []).map((error) => error.pointer);
      assert.ok(
        pointers.some((one) => pointer.test(one ?? '')),
        JSON.stringify(body),
      );
      assert.match(JSON.stringify(body), says);
    });
  }

  it('a simulated user is refused without a model that plays it, with the way out', async () => {
    await using none = await startService('evals', models);
    const { status, body } = await postEvaluate(
      none,
      createRequest({ test_batch: { user: USER } }),
    );
    assert.equal(status, 422);
    assert.match(Problem.parse(body).detail ?? '', /set USER_MODEL/);
  });

  it('a simulated user is refused without a judge that audits it, with the way out', async () => {
    await using none = await startService('evals', {
      USER_MODEL: 'stub/user',
      USER_BASE_URL: DEAD,
    });
    const { status, body } = await postEvaluate(
      none,
      createRequest({ test_batch: { user: USER } }),
    );
    assert.equal(status, 422);
    assert.match(Problem.parse(body).detail ?? '', /set JUDGE_MODEL/);
  });

  it('the settings name the model that plays users, or null', async () => {
    const settings = Settings.parse((await ask(evals, '/settings')).body);
    assert.equal(settings.user_model, 'stub/user');
    assert.equal(Settings.parse((await ask(withoutUser, '/settings')).body).user_model, null);
  });

  it('a scripted scenario needs no model for users', async () => {
    const { status } = await postEvaluate(withoutUser, createRequest());
    assert.equal(status, 200);
  });
});
