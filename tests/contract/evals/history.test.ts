import { Comparison, TestHistory } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { ask, refusal, type ApiTarget } from '../../support/calls/run-api.ts';
import { runSamples } from '../../support/data/sample-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

async function historyOf(
  api: ApiTarget,
  query: Readonly<Record<string, string>>,
): Promise<TestHistory> {
  const path = `/history?${new URLSearchParams(query).toString()}`;
  const { status, body } = await ask(api, path);
  assert.equal(status, 200, JSON.stringify(body));
  return TestHistory.parse(body);
}

describe('the history of a test', () => {
  let simulator: Service;
  let evals: Service;
  let found: TestHistory;

  before(async () => {
    simulator = await startService('simulator');
    evals = await startService('evals');
    const asked = { endpoint: `${simulator.url}/v1`, test_name: 'nightly' };
    for (const model of ['sim/v1', 'sim/v1', 'sim/v2']) {
      await runSamples(evals, { ...asked, model_id: model });
    }
    await runSamples(evals, { ...asked, model_id: 'sim/v1', test_name: 'nightly 2', attempts: 1 });
    found = await historyOf(evals, { test_name: 'nightly' });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('lists the runs of exactly that name, oldest first', () => {
    assert.deepEqual(
      found.runs.map(({ model_id }) => model_id),
      ['sim/v1', 'sim/v1', 'sim/v2'],
    );
    assert.equal(found.total_scenarios, 9);
    for (const { cells } of found.scenarios) assert.equal(cells.length, 3);
  });

  it('marks the planted regression in the run that introduced it, and lists it first', () => {
    const [first] = found.scenarios;
    assert.equal(first?.name, 'bank-lost-card');
    assert.deepEqual(
      first.cells.map((cell) => cell?.change),
      [null, null, 'regressed'],
    );
    const improved = found.scenarios.slice(1, 3).map(({ name }) => name);
    assert.deepEqual(improved.toSorted(), ['energy-moving-house', 'telecom-fibre-outage']);
  });

  it('agrees with a comparison of the two runs', async () => {
    const [, before_, last] = found.runs;
    const { body } = await ask(
      evals,
      `/compare?baseline=${before_?.run_id}&candidate=${last?.run_id}`,
    );
    const said = Comparison.parse(body).scenarios.map(({ name, candidate, verdict }) => {
      const result = verdict?.result ?? '';
      const change = /regressed|improved/.test(result) ? result : null;
      return [name, { mean: candidate?.mean, change }] as const;
    });
    const shown = found.scenarios.map(({ name, cells }) => [name, cells.at(-1)] as const);
    assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(said));
  });

  it('returns the requested number of runs and scenarios, the latest and the worst', async () => {
    const few = await historyOf(evals, { test_name: 'nightly', runs: '2', scenarios: '1' });
    assert.deepEqual(few.runs, found.runs.slice(1));
    assert.deepEqual(
      few.scenarios.map(({ name }) => name),
      ['bank-lost-card'],
    );
    assert.equal(few.total_scenarios, 9);
  });

  it('does not contain a deleted run', async () => {
    const last = found.runs.at(-1)?.run_id;
    assert.equal((await ask(evals, `/runs/${last}`, 'DELETE')).status, 204);
    const left = await historyOf(evals, { test_name: 'nightly' });
    assert.deepEqual(left.runs, found.runs.slice(0, 2));
  });
});

describe('the history of a test in a project', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: 'ours;project=ours,theirs;project=theirs',
    });
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const as = (key: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer ${key}` },
  });

  it('contains only runs of the project, and is empty for an unknown name', async () => {
    const request = createRequest({ endpoint: `${endpoint.url}/v1`, test_name: 'a\0b' });
    const { status } = await postEvaluate(evals, request, { authorization: 'Bearer ours' });
    assert.equal(status, 200);
    assert.equal((await historyOf(as('ours'), { test_name: 'a\0b' })).runs.length, 1);
    assert.deepEqual(await historyOf(as('theirs'), { test_name: 'a\0b' }), {
      test_name: 'a\uFFFDb',
      runs: [],
      scenarios: [],
      total_scenarios: 0,
    });
  });

  it('is refused without a name or with an invalid number', async () => {
    assert.deepEqual(await refusal(as('ours'), '/history'), [422, 'invalid_request']);
    const path = '/history?test_name=a&runs=51';
    assert.deepEqual(await refusal(as('ours'), path), [422, 'invalid_request']);
  });
});
