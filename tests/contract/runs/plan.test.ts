import { EvaluationResponse, PlannedRun, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest } from '../../support/calls/evaluate.ts';
import { postJson, walkRuns, type ApiTarget, type Asked } from '../../support/calls/run-api.ts';
import { openUserStage, USER_SCENARIO, type UserStage } from '../../support/data/user-runs.ts';

const KEYS = 'key-of-a;project=a,key-to-read-a;project=a;scope=read,key-of-b;project=b';
/** Every answer of a stub uses 11 input and 5 output tokens. */
const MODEL_PRICES = JSON.stringify(
  Object.fromEntries(
    ['stub/m', 'stub/n', 'stub/user', 'judge/a', 'judge/b'].map((model) => [
      model,
      { input: 1, output: 2 },
    ]),
  ),
);

const TURN = { user_message: 'Hello', reference_reply: 'Hi' };
const PLAIN = ['one', 'two', 'three'].map((id) => ({ id, interactions: [TURN, TURN] }));
const CHECKED = {
  id: 'checked',
  interactions: [{ user_message: 'Hello', checks: ['Greets', { never: 'Is rude' }] }, TURN],
  checks: ['Is short'],
};

describe('POST /plan', () => {
  let stage: UserStage;
  const as = (key: string): ApiTarget => ({
    url: stage.evals.url,
    headers: { authorization: `Bearer ${key}` },
  });

  before(async () => {
    const judges = { JUDGE_MODEL: 'judge/a,judge/b', MAX_TURNS: '100' };
    stage = await openUserStage({ FAIRTRIAL_API_KEYS: KEYS, MODEL_PRICES, ...judges });
    for (const name of ['support', 'other']) {
      const path = `${stage.evals.url}/datasets/${name}`;
      const scenarios = PLAIN.map((one) => ({ ...one, tags: one.id === 'two' ? [] : ['odd'] }));
      const headers = { ...as('key-of-a').headers, 'content-type': 'application/json' };
      const body = JSON.stringify({ scenarios });
      const { status } = await fetch(path, { method: 'PUT', headers, body });
      assert.equal(status, 200);
    }
  });
  after(() => stage[Symbol.asyncDispose]());

  const fields = (changes: object): object =>
    createRequest(stage.request({ model_id: 'stub/m', test_batch: PLAIN, ...changes }));

  function ask(path: '/plan' | '/evaluate', changes: object, key = 'key-of-a'): Promise<Asked> {
    return postJson(as(key), path, fields(changes));
  }

  async function plan(changes: object, key = 'key-of-a'): Promise<PlannedRun> {
    const { status, body } = await ask('/plan', changes, key);
    assert.equal(status, 200, JSON.stringify(body));
    return PlannedRun.parse(body);
  }

  async function play(changes: object, key = 'key-of-a'): Promise<EvaluationResponse> {
    const { status, body } = await ask('/evaluate', changes, key);
    assert.equal(status, 200, JSON.stringify(body));
    return EvaluationResponse.parse(body);
  }

  const STORED = { test_batch: undefined, test_name: undefined, dataset: 'support' };
  const WITHOUT_JUDGE = { judge: false, attempts: 2 };
  const CASES: readonly (readonly [name: string, changes: object])[] = [
    ['a scripted run without a judge', WITHOUT_JUDGE],
    ['a panel of judges', {}],
    ['judges that answer three times', { judge: { samples: 3 } }],
    ['scores that need no judge', { scorers: ['token_f1'] }],
    ['checks in words', { test_batch: [CHECKED, ...PLAIN], judge: { samples: 3 } }],
    ['a simulated user', { test_batch: [USER_SCENARIO, ...PLAIN], attempts: 2 }],
    ['two models', { ...WITHOUT_JUDGE, against: 'stub/n' }],
    ['a dataset with a filter', { ...STORED, filter: { tags: ['odd'] } }],
    ['a budget', { budget: { calls: 4 }, concurrency: 1 }],
    ['a budget that no conversation fills', { budget: { calls: 5 }, attempts: 3 }],
    ['a budget of two models', { ...WITHOUT_JUDGE, against: 'stub/n', budget: { calls: 7 } }],
  ];
  for (const [name, changes] of CASES) {
    it(`counts the calls that the run then makes: ${name}`, async () => {
      const { calls } = await plan(changes);
      const [sent, asked] = [stage.endpoint.requests.length, stage.user.prompts.length];
      const { grading = [] } = await play(changes);
      const judged = grading.filter(({ kind }) => kind !== 'probe');
      const made = {
        endpoint: stage.endpoint.requests.length - sent,
        users: stage.user.prompts.length - asked,
        judges: judged.reduce((sum, one) => sum + one.calls, 0),
      };
      for (const kind of ['endpoint', 'users', 'judges'] as const) {
        const { least, most } = calls[kind];
        const said = `${made[kind]} calls, and ${least} to ${most} planned: ${kind}`;
        assert.ok(least <= made[kind] && made[kind] <= most, said);
        const mayVary = /user|three|words|budget/.test(name);
        if (!mayVary) assert.equal(least, most, said);
      }
    });
  }

  it('says what would be played: scenarios, models, attempts, and the version of the dataset', async () => {
    const planned = await plan({
      ...STORED,
      filter: { tags: ['odd'] },
      attempts: 3,
      against: 'stub/n',
      concurrency: 5,
    });
    assert.deepEqual(
      [planned.test_name, planned.dataset, planned.models, planned.attempts, planned.concurrency],
      ['support', { version: 'support@1', scenarios: 3 }, ['stub/m', 'stub/n'], 3, 5],
    );
    assert.deepEqual([planned.total_scenarios, planned.turns], [2, 4]);
    assert.deepEqual(planned.scenarios, [
      { name: 'one', turns: 2, simulated_user: false },
      { name: 'three', turns: 2, simulated_user: false },
    ]);
    const one = await plan({ test_batch: { interactions: [TURN] }, test_name: undefined });
    assert.deepEqual(
      [one.test_name, one.scenarios.map(({ name }) => name)],
      ['without a name', ['without a name']],
    );
    assert.equal((await plan({ against: 'stub/n', attempts: 2, concurrency: 1 })).concurrency, 2);
    const { calls, scenarios } = await plan({ test_batch: USER_SCENARIO });
    assert.deepEqual(scenarios, [{ name: 'new-card', turns: 4, simulated_user: true }]);
    assert.deepEqual(
      [calls.users.model, calls.judges.models],
      ['stub/user', ['judge/a', 'judge/b']],
    );
  });

  it('counts from the first look to the last one if the run may stop early', async () => {
    const test_batch = Array.from({ length: 2 }, (_, at) => ({
      id: `s${at}`,
      interactions: [TURN],
    }));
    const shape = { test_batch, judge: false, attempts: 20, test_name: 'early' };
    const { run_id: baseline } = await play(shape);
    const { calls, stop_early, finds } = await plan({ ...shape, stop_early: true, baseline });
    assert.equal(stop_early, true);
    assert.ok(calls.endpoint.least < 40, JSON.stringify(calls));
    assert.equal(calls.endpoint.most, 40);
    assert.equal(finds, null);
    const alone = await plan({ ...shape, test_name: 'new', stop_early: true, baseline: 'latest' });
    assert.equal(alone.stop_early, false);
    assert.match(alone.warnings.join(), /stop_early has no effect/);
  });

  it('costs as much as a run of as many calls at the tokens of the latest one, and null without it', async () => {
    const shape = { test_name: 'priced', attempts: 2 };
    const unknown = await plan(shape);
    assert.equal(unknown.dollars, null);
    assert.match(unknown.dollars_unknown ?? '', /no run of this test with stub\/m/);
    await play(shape);
    const { dollars, dollars_unknown } = await plan({ ...shape, attempts: 4 });
    // 72 calls: 24 replies, and two judges for each of them.
    assert.deepEqual(dollars, { least: 1512e-6, most: 1512e-6 });
    assert.equal(dollars_unknown, null);
    const pair = await plan({ ...shape, against: 'stub/n' });
    assert.match(pair.dollars_unknown ?? '', /no run of this test with stub\/n/);
    const dear = await plan({ ...shape, model_id: 'stub/dear' });
    assert.equal(dear.dollars_unknown, 'MODEL_PRICES has no price for stub/dear');
    const judged = { ...shape, test_name: 'unjudged' };
    await play({ ...judged, judge: false });
    assert.match((await plan(judged)).dollars_unknown ?? '', /how many tokens judge\/a takes/);
  });

  it('finds smaller changes with more attempts, and nothing without an earlier run that shows its noise', async () => {
    const noisy = Array.from({ length: 12 }, (_, at) => ({
      id: `n${at}`,
      interactions: [{ user_message: 'Hello', checks: [{ regex: at < 6 ? 'said' : 'nothing' }] }],
    }));
    const shape = { test_batch: noisy, test_name: 'noisy', judge: false, attempts: 4 };
    assert.equal((await plan(shape)).finds, null);
    await play({ ...shape, attempts: 1 });
    assert.equal((await plan(shape)).finds, null);
    const { run_id: first } = await play(shape);
    const { finds } = await plan(shape);
    assert.deepEqual([finds?.metric, finds?.power, finds?.from_run_id], ['overall', 0.8, first]);
    const more = (await plan({ ...shape, attempts: 8 })).finds;
    assert.ok((more?.change ?? 1) < (finds?.change ?? 0), JSON.stringify([more, finds]));
    const based = (await plan({ ...shape, attempts: 8, baseline: first })).finds;
    // The baseline keeps its four attempts.
    assert.ok((based?.change ?? 0) > (more?.change ?? 1), JSON.stringify([based, more]));
    assert.equal((await plan({ ...shape, test_batch: PLAIN })).finds, null);
    assert.equal((await plan({ ...shape, attempts: 1 })).finds, null);
    assert.equal((await plan({ ...shape, scorers: ['answered'] })).finds, null);
  });

  const SECRET = {
    parameters: { api_key: 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH' },
  };
  const REFUSED: readonly (readonly [name: string, changes: object])[] = [
    ['a body without a batch', { test_batch: undefined }],
    ['a field of the wrong type', { attempts: 'five' }],
    ['a secret in the request', SECRET],
    ['too many attempts', { attempts: 101 }],
    ['too many turns', { attempts: 20 }],
    ['a dataset that does not exist', { ...STORED, dataset: 'nowhere' }],
    ['a filter that selects nothing', { ...STORED, filter: { ids: ['x'] } }],
    ['a target that is not stored', { target: 'nowhere' }],
    ['a judge that judges itself', { model_id: 'judge/a' }],
    ['checks in words without a judge', { test_batch: CHECKED, judge: false }],
    ['a simulated user without a judge', { test_batch: USER_SCENARIO, judge: false }],
    ['a scorer that does not exist', { scorers: ['nothing'] }],
    [
      'a check that can never hold',
      { test_batch: { interactions: [{ ...TURN, checks: [{ regex: '(' }] }] } },
    ],
    ['a budget below one attempt', { budget: { calls: 1 } }],
    ['an early end without a baseline', { stop_early: true }],
    ['a baseline that is not pinned', { baseline: 'pinned' }],
    ['a baseline that does not exist', { baseline: '00000000-0000-7000-8000-000000000000' }],
    ['two baselines', { baseline: 'latest', against: 'stub/n' }],
    ['a gate that can never be decided', { gates: ['overal >= 0.8'] }],
  ];
  it('refuses what POST /evaluate refuses, with the same answer, and stores nothing', async () => {
    const stored = (await walkRuns(as('key-of-a'))).length;
    const calls = stage.endpoint.requests.length;
    for (const [name, changes] of REFUSED) {
      const [planned, started] = [await ask('/plan', changes), await ask('/evaluate', changes)];
      assert.ok(started.status >= 400, name);
      assert.equal(planned.status, started.status, name);
      const [said, expected] = [planned, started].map(({ body }) => Problem.parse(body));
      assert.deepEqual(
        { ...said, instance: '', request_id: '' },
        { ...expected, instance: '', request_id: '' },
        name,
      );
    }
    await plan({});
    assert.equal((await walkRuns(as('key-of-a'))).length, stored);
    assert.equal(stage.endpoint.requests.length, calls);
  });

  it('knows no datasets and no runs of other projects, and needs a key that may start runs', async () => {
    const shape = { test_name: 'ours', attempts: 2 };
    await play(shape);
    const ours = await plan(shape);
    assert.ok(ours.dollars !== null && ours.finds !== null, JSON.stringify(ours));
    const theirs = await plan(shape, 'key-of-b');
    assert.deepEqual([theirs.dollars, theirs.finds], [null, null]);
    const dataset = await ask('/plan', STORED, 'key-of-b');
    assert.match(JSON.stringify(dataset.body), /is not the name of a dataset of this project/);
    assert.equal((await ask('/plan', {}, 'key-to-read-a')).status, 403);
  });
});
