import { Comparison, type EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { ask, type ApiTarget } from '../../support/calls/run-api.ts';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import {
  openUserStage,
  reportOf,
  USER,
  USER_SCENARIO,
  type Plays,
  type UserStage,
} from '../../support/data/user-runs.ts';

async function compare(api: ApiTarget, baseline: string, candidate: string): Promise<Comparison> {
  const path = `/compare?baseline=${baseline}&candidate=${candidate}&metric=goal_reached`;
  const { status, body } = await ask(api, path);
  assert.equal(status, 200, JSON.stringify(body));
  return Comparison.parse(body);
}

/** Attempts that reach the goal, of ten each: the first ones. */
function reaching(attempts: number, turns = 2): Partial<Plays> {
  return {
    say: ({ turn, place }) => ({
      message: `Message ${turn} of ${place}.`,
      done: turn === turns - 1,
    }),
    find: ({ headers }) => {
      const [, , attempt] = String(headers['x-fairtrial-conversation']).split('/');
      return { goal: Number(attempt) < attempts ? 'reached' : 'not_reached' };
    },
  };
}

const SPOILED = 'I am a language model that plays a user.';

/** The first conversations of the first attempts are spoiled, their replays are not. */
function spoiling(attempts: number): Partial<Plays> {
  return {
    say: ({ turn, place, try: tries }) => ({
      message: Number(place.split('/')[1]) < attempts && tries === 0 ? SPOILED : 'A card please.',
      done: turn === 1,
    }),
    find: ({ user }) => ({ faults: user.includes(SPOILED) ? ['leaked_goal'] : [] }),
  };
}

describe('comparisons of runs with simulated users', () => {
  let stage: UserStage;
  before(async () => {
    stage = await openUserStage();
  });
  after(() => stage[Symbol.asyncDispose]());

  async function play(plays: Partial<Plays>, changes: object = {}): Promise<EvaluationResponse> {
    stage.use(plays);
    return evaluate(stage.evals, stage.request({ attempts: 20, ...changes }));
  }

  it('fewer reached goals are a regression, also if conversations differ in length', async () => {
    const baseline = await play(reaching(19, 2));
    const gates = ['delta(goal_reached) >= -0.1', 'goal_reached >= 0.9', 'pass_rate >= 0.9'];
    const candidate = await play(reaching(4, 4), { baseline: baseline.run_id, gates });
    assert.deepEqual(
      [candidate.headline.result, candidate.headline.exit_code],
      ['gates_failed', 1],
    );
    assert.equal(candidate.comparison?.headline.result, 'regressed');
    assert.equal(candidate.comparison.metrics['goal_reached']?.delta, -0.75);
    assert.deepEqual(candidate.gate?.gates.map(({ verdict }) => verdict).slice(0, 3), [
      'fail',
      'fail',
      'fail',
    ]);
  });

  it('a comparison reports the turns of the conversations, which are never compared one by one', async () => {
    const baseline = await play(reaching(19, 2));
    const candidate = await play(reaching(4, 4));
    const compared = await compare(stage.evals, baseline.run_id, candidate.run_id);
    const users = compared.simulated_user;
    assert.ok(users);
    assert.deepEqual([users.p, users.doubt], [1, null]);
    assert.deepEqual(
      [users.turns.baseline?.mean, users.turns.candidate?.mean, users.turns.delta],
      [2, 4, 2],
    );
    assert.deepEqual(
      [users.turns_to_goal.baseline, users.turns_to_goal.candidate],
      [
        { mean: 2, n: 19 },
        { mean: 4, n: 4 },
      ],
    );
    assert.deepEqual(compared.interactions, [], 'simulated turns are not compared one by one');
    assert.equal(compared.on_this_suite?.result, 'regressed');
  });

  it('if the user makes more faults with one model than with the other, there is no verdict', async () => {
    const baseline = await play(spoiling(0));
    const gates = ['no regression'];
    const candidate = await play(spoiling(6), { baseline: baseline.run_id, gates });
    const compared = await compare(stage.evals, baseline.run_id, candidate.run_id);
    const users = compared.simulated_user;
    assert.ok(users);
    assert.deepEqual([users.baseline?.faults.spoiled, users.candidate?.faults.spoiled], [0, 6]);
    assert.ok(users.p !== null && users.p > 0.02 && users.p < 0.022, `p ${users.p}`);
    assert.match(users.doubt ?? '', /fault/);
    assert.equal(compared.headline.result, 'inconclusive');
    assert.notEqual(compared.headline.exit_code, 1);
    assert.equal(candidate.gate?.verdict, 'inconclusive', JSON.stringify(candidate.gate));
    assert.equal(reportOf(candidate).replayed, 6);
  });

  it('a difference of faults that chance explains leaves the verdict as it is', async () => {
    const baseline = await play(spoiling(0));
    const candidate = await play(spoiling(4));
    const users = (await compare(stage.evals, baseline.run_id, candidate.run_id)).simulated_user;
    assert.ok(Number(users?.p) > 0.05);
    assert.equal(users?.doubt, null);
  });

  it('the bounds of a verdict count excluded attempts for and against the candidate', async () => {
    const baseline = await play(reaching(20));
    const candidate = await play({
      ...spoiling(1),
      say: ({ place, turn }) => ({
        message: place === '0/0' ? SPOILED : 'A card please.',
        done: turn === 1,
      }),
    });
    assert.equal(reportOf(candidate).excluded.user_fault, 1);
    const { on_this_suite: suite, metrics } = await compare(
      stage.evals,
      baseline.run_id,
      candidate.run_id,
    );
    assert.ok(suite?.bounds, 'a missing score has bounds');
    assert.deepEqual(
      [metrics['goal_reached']?.candidate, metrics['goal_reached']?.delta],
      [{ mean: 1, n: 19 }, 0],
    );
  });

  it('a scenario with another user is not compared', async () => {
    const baseline = await play({});
    const test_batch = { ...USER_SCENARIO, user: { ...USER, goal: 'Get two cards.' } };
    const candidate = await play({}, { test_batch });
    const { changed, scenarios } = await compare(stage.evals, baseline.run_id, candidate.run_id);
    assert.deepEqual([scenarios.length, changed.length], [0, 1]);
    assert.match(JSON.stringify(changed), /"user"/);
  });

  it('another model of the user is listed as a difference', async () => {
    await using database = await freshDatabase();
    const env = { DATABASE_URL: database.url };
    let first = '';
    {
      await using one = await openUserStage(env);
      first = (await evaluate(one.evals, one.request({ attempts: 5 }))).run_id;
    }
    await using other = await openUserStage({ ...env, USER_MODEL: 'stub/other' });
    const second = await evaluate(other.evals, other.request({ attempts: 5 }));
    const { differences } = await compare(other.evals, first, second.run_id);
    const found = differences.find(({ field }) => field === 'user_model');
    assert.deepEqual([found?.baseline, found?.candidate], ['stub/user', 'stub/other']);
  });
});
