/** Whole runs with the simulated models of users, endpoints and judges. */
import { PROBE_ITEMS } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { openUserStage, reportOf } from '../../support/data/user-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

/** Dollars per million tokens; every answer of a stub uses 11 input and 5 output tokens. */
const MODEL_PRICES = JSON.stringify({
  'model-1': { input: 1, output: 0 },
  'stub/user': { input: 10, output: 0 },
  'stub/judge': { input: 100, output: 0 },
});

describe('runs with the simulated models of users', () => {
  let simulator: Service;
  let evals: Service;
  const models = (user: string): Readonly<Record<string, string>> => ({
    USER_MODEL: user,
    USER_BASE_URL: simulator.url,
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: simulator.url,
  });
  const request = (model_id: string): object => ({
    endpoint: `${simulator.url}/v1`,
    model_id,
    attempts: 20,
    concurrency: 16,
    test_batch: ['Get the lost card blocked.', 'Get the broken card replaced.'].map((goal, no) => ({
      id: `goal-${no}`,
      user: {
        goal,
        persona: 'In a hurry, writes short and friendly messages.',
        facts: { card_number: '4471', date_of_birth: '1990-03-14' },
        max_turns: 6,
      },
    })),
  });

  before(async () => {
    simulator = await startService('simulator');
    evals = await startService('evals', models('sim/user'));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('a faithful user makes few faults, and a weak endpoint reaches fewer of its goals', async () => {
    const baseline = await evaluate(evals, request('sim/helpdesk'));
    const { faults, turns, excluded } = reportOf(baseline);
    assert.equal(faults.conversations, 40);
    assert.ok(Number(faults.rate) <= 0.05, JSON.stringify(faults));
    assert.deepEqual(excluded, { user_fault: 0, user_failed: 0 });
    assert.ok(Number(turns) >= 1);
    const weak = await evaluate(evals, {
      ...request('sim/helpdesk-weak'),
      baseline: baseline.run_id,
    });
    const goals = [baseline, weak].map(({ stats }) => stats['goal_reached']?.mean ?? NaN);
    assert.ok(Number(goals[0]) > 0.9 && Number(goals[1]) < 0.8, goals.join(' and '));
    assert.equal(weak.headline.result, 'regressed', JSON.stringify(weak.headline));
    assert.equal(weak.comparison?.simulated_user?.doubt, null);
  });

  it('an unfaithful user is found out, and its attempts are played again', async () => {
    await using faulty = await startService('evals', models('sim/user-faulty'));
    const { faults, replayed } = reportOf(await evaluate(faulty, request('sim/helpdesk')));
    assert.ok(Number(faults.rate) > 0.05, JSON.stringify(faults));
    assert.equal(replayed, faults.spoiled);
  });
});

describe('the cost of a run with simulated users', () => {
  it('the messages of the user are part of its cost, with a share of their own', async () => {
    await using stage = await openUserStage({ MODEL_PRICES });
    const { cost, simulated_user } = await evaluate(stage.evals, stage.request());
    // Two messages, two replies, and one audit by a judge that is probed first: in millionths of a dollar.
    const judged = 1100 * (1 + PROBE_ITEMS.length);
    const parts = [cost?.model, cost?.user, cost?.judge].map((dollars) =>
      Math.round((dollars ?? NaN) * 1e6),
    );
    assert.deepEqual(parts, [22, 220, judged]);
    assert.equal(Math.round((cost?.total ?? NaN) * 1e6), 22 + 220 + judged);
    assert.equal(simulated_user?.cost_per_conversation, 0.000_022);
  });

  it('the cost is unknown if the model of the user has no price', async () => {
    await using stage = await openUserStage({
      MODEL_PRICES: JSON.stringify({
        'model-1': { input: 1, output: 0 },
        'stub/judge': { input: 1, output: 0 },
      }),
    });
    const { cost } = await evaluate(stage.evals, stage.request());
    assert.deepEqual([cost?.user, cost?.total], [null, null]);
    assert.equal(typeof cost?.model, 'number');
  });
});
