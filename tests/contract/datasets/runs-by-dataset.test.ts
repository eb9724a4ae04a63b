import { type Client, createClient } from '@fairtrial/client';
import {
  EvaluationRequest,
  Problem,
  type EvaluationResponse,
  type FieldError,
  type TestBatch,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, postEvaluate } from '../../support/calls/evaluate.ts';
import { rescore, startRun, untilOver, viewRun } from '../../support/calls/run-api.ts';
import { startEchoEndpoint } from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';

const IDS = ['card', 'refund', 'greet', 'moving', 'outage', 'café'] as const;
const TAGS: Readonly<Record<string, readonly string[]>> = {
  card: ['bank', 'urgent'],
  refund: ['shop'],
  outage: ['urgent'],
};

function scenario(id: string, more: object = {}): TestBatch {
  const interaction = { user_message: `about ${id}`, reference_reply: `about ${id}`, ...more };
  return { id, tags: TAGS[id], interactions: [interaction] } as TestBatch;
}

describe('runs by dataset', () => {
  let echo: Stub;
  let evals: Service;
  let client: Client;

  before(async () => {
    echo = await startEchoEndpoint();
    evals = await startService('evals', { MAX_INTERACTIONS: '12', MAX_TURNS: '60' });
    client = createClient({ baseUrl: evals.url });
    await client.request('PUT /datasets/:name', {
      name: 'support',
      body: { scenarios: IDS.map((id) => scenario(id)) },
    });
    // Version 2: another reference for refund, other tags for moving, one scenario less and one more.
    const changed = [
      scenario('new'),
      scenario('refund', { reference_reply: 'Of course.' }),
      ...IDS.slice(2).map((id) => scenario(id)),
    ].map((one) => (one.id === 'moving' ? { ...one, tags: ['home'] } : one));
    await client.request('PUT /datasets/:name', {
      name: 'support',
      body: { scenarios: changed },
      headers: { 'if-match': `"1"` },
    });
    const long = Array.from({ length: 13 }, (_, no) => scenario(`long-${no}`));
    await client.request('PUT /datasets/:name', { name: 'long', body: { scenarios: long } });
    await client.request('PUT /datasets/:name', {
      name: 'old',
      body: { scenarios: [scenario('card')] },
    });
    await client.request('DELETE /datasets/:name', { name: 'old' });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  const fields = (changes: object): object => ({
    test_batch: undefined,
    test_name: undefined,
    endpoint: `${echo.url}/v1`,
    ...changes,
  });
  const play = (changes: object): Promise<EvaluationResponse> => evaluate(evals, fields(changes));
  const idsOf = ({ results }: EvaluationResponse): readonly string[] =>
    results.scenarios.map(({ scenario_id }) => scenario_id);

  async function refuse(changes: object): Promise<FieldError & { readonly status: number }> {
    const { status, body } = await postEvaluate(evals, createRequest(fields(changes)));
    const [first] = Problem.parse(body).errors ?? [];
    assert.ok(first, JSON.stringify(body));
    return { status, ...first };
  }

  it('a run by name or by @latest plays the latest version in its order, and records it', async () => {
    for (const dataset of ['support', 'support@latest']) {
      const run = await play({ dataset });
      assert.deepEqual(idsOf(run), ['new', 'refund', 'greet', 'moving', 'outage', 'café']);
      assert.deepEqual([run.dataset, run.test_name], ['support@2', 'support']);
      assert.equal((await viewRun(evals, run.run_id)).dataset, 'support@2');
    }
  });

  it('a run by version plays that version, and its own test name is kept', async () => {
    const run = await play({ dataset: 'support@1', test_name: 'nightly' });
    assert.deepEqual(idsOf(run), IDS);
    assert.deepEqual([run.dataset, run.test_name], ['support@1', 'nightly']);
  });

  it('a run with its own scenarios has no dataset', async () => {
    const run = await play({ test_batch: scenario('card') });
    assert.equal(run.dataset, undefined);
    assert.equal((await viewRun(evals, run.run_id)).dataset, null);
  });

  it('a filter selects scenarios with any of the tags, by id, or both', async () => {
    const select = async (filter: object): Promise<readonly string[]> =>
      idsOf(await play({ dataset: 'support@1', filter }));
    assert.deepEqual(await select({ tags: ['urgent', 'shop'] }), ['card', 'refund', 'outage']);
    assert.deepEqual(await select({ ids: ['café', 'card', 'unknown'] }), ['card', 'café']);
    assert.deepEqual(await select({ ids: ['café', 'card'], tags: ['bank'] }), ['card']);
  });

  it('a sample has the n smallest SHA-256 of seed and id, after the other filters, in the order of the dataset', async () => {
    const sample = async (filter: object): Promise<readonly string[]> =>
      idsOf(await play({ dataset: 'support@1', filter }));
    // Computed elsewhere: sorted by the digest of '7card', '7refund' and so on.
    assert.deepEqual(await sample({ sample: { n: 3, seed: 7 } }), ['greet', 'moving', 'café']);
    assert.deepEqual(await sample({ sample: { n: 3, seed: '7' } }), ['greet', 'moving', 'café']);
    assert.deepEqual(await sample({ sample: { n: 2, seed: 'x' } }), ['greet', 'moving']);
    assert.deepEqual(await sample({ sample: { n: 2 } }), ['card', 'refund'], 'seed 0');
    assert.deepEqual(await sample({ tags: ['urgent'], sample: { n: 1, seed: 'x' } }), ['outage']);
    assert.equal((await sample({ sample: { n: 100 } })).length, 6);
  });

  it('a dataset or version that does not exist, an archived dataset and an empty selection are refused with the next step', async () => {
    const refusals = [
      [{ dataset: 'suport' }, '/dataset', /PUT \/datasets\/suport; GET \/datasets lists/],
      [{ dataset: 'support@9' }, '/dataset', /GET \/datasets\/support\/versions lists/],
      [{ dataset: 'old' }, '/dataset', /is archived: name a version, for example old@1/],
      [{ dataset: 'old@latest' }, '/dataset', /is archived/],
      [{ dataset: 'support', filter: { tags: ['none'] } }, '/filter', /selects no scenario/],
      [{ dataset: 'long' }, '/filter/sample', /13 interactions.* can have 12.*filter\.sample/],
      [{ dataset: 'support', attempts: 20 }, '/filter/sample', /6 interactions.*can have 3/],
      [{}, '/test_batch', /send the scenarios, or name a stored dataset/],
      [
        { filter: { ids: ['card'] }, test_batch: scenario('card') },
        '/filter',
        /name it in dataset/,
      ],
      [{ dataset: 'support', test_batch: scenario('card') }, '/dataset', /cannot be combined/],
    ] as const;
    for (const [changes, pointer, detail] of refusals) {
      const found = await refuse(changes);
      assert.deepEqual([found.status, found.pointer], [422, pointer], JSON.stringify(changes));
      assert.match(found.detail, detail);
    }
  });

  it('a version of an archived dataset can be run, and so can a sample of a dataset that is too large', async () => {
    assert.deepEqual(idsOf(await play({ dataset: 'old@1' })), ['card']);
    const some = await play({ dataset: 'long', filter: { sample: { n: 12 } } });
    assert.equal(idsOf(some).length, 12);
  });

  it('a misspelled dataset or filter is warned about, and refused in a strict request', async () => {
    const changes = { test_batch: scenario('card'), datset: 'support', filters: {} };
    assert.deepEqual((await play(changes)).warnings, [
      'datset is not a known field; did you mean dataset?',
      'filters is not a known field; did you mean filter?',
    ]);
    assert.equal((await refuse({ ...changes, strict: true })).pointer, '/datset');
  });

  it('the request of a run by dataset names its version and filter, and repeats the run', async () => {
    const filter = { tags: ['urgent'], sample: { n: 1, seed: 'x' } };
    const { run_id } = await play({ dataset: 'support@1', filter });
    const request = await client.request('GET /runs/:run_id/request', { run_id });
    assert.deepEqual([request.dataset, request.filter], ['support@1', filter]);
    assert.equal(request.test_batch, undefined);
    EvaluationRequest.parse(request);
    const again = await play(request);
    assert.deepEqual([idsOf(again), again.dataset], [['outage'], 'support@1']);
    const whole = await client.request('GET /runs/:run_id/request', {
      run_id,
      query: { scenarios: true },
    });
    assert.deepEqual([whole.dataset, whole.filter], [undefined, undefined]);
    assert.deepEqual(
      [whole.test_batch ?? []].flat().map(({ id, tags }) => [id, tags]),
      [['outage', ['urgent']]],
    );
  });

  it('after a rescore with other checks, the request has the scenarios instead', async () => {
    const { run_id } = await play({ dataset: 'old@1' });
    await rescore(evals, run_id, { test_batch: scenario('card') });
    assert.equal(
      (await client.request('GET /runs/:run_id/request', { run_id })).dataset,
      'old@1',
      'the same checks',
    );
    const test_batch = scenario('card', { checks: [{ max_words: 9 }] });
    await rescore(evals, run_id, { test_batch });
    const request = await client.request('GET /runs/:run_id/request', { run_id });
    assert.equal(request.dataset, undefined);
    assert.equal([request.test_batch ?? []].flat()[0]?.interactions[0]?.checks?.length, 1);
  });

  it('a repeated request joins its run although the dataset was changed since', async () => {
    await client.request('PUT /datasets/:name', {
      name: 'moves',
      body: { scenarios: [scenario('card')] },
    });
    const headers = { 'idempotency-key': 'a run by dataset' };
    const first = await startRun(evals, fields({ dataset: 'moves' }), headers);
    await untilOver(evals, first.run_id);
    await client.request('PUT /datasets/:name', {
      name: 'moves',
      body: { scenarios: [scenario('refund')] },
      headers: { 'if-match': `"1"` },
    });
    const second = await startRun(evals, fields({ dataset: 'moves' }), headers);
    assert.deepEqual([second.run_id, second.dataset], [first.run_id, 'moves@1']);
    await client.request('DELETE /datasets/:name', { name: 'moves' });
    const third = await startRun(evals, fields({ dataset: 'moves' }), headers);
    assert.equal(third.run_id, first.run_id);
  });

  it('a second model plays the same scenarios, and both runs record the dataset', async () => {
    const run = await play({ dataset: 'support', attempts: 2, against: 'model-2' });
    const baseline = await viewRun(evals, run.comparison?.baseline.run_id ?? '');
    assert.deepEqual([run.dataset, baseline.dataset], ['support@2', 'support@2']);
    assert.equal(run.comparison?.scenarios.length, 6);
  });

  it('runs of two versions are compared by the equal scenarios, and the changed ones are listed', async () => {
    const old = await play({ dataset: 'support@1', attempts: 5 });
    const now = await play({ dataset: 'support@2', attempts: 5, baseline: 'latest' });
    assert.equal(now.baseline?.run_id, old.run_id, 'both tests have the name of the dataset');
    const { comparison } = now;
    assert.ok(comparison);
    assert.deepEqual(
      comparison.scenarios.map(({ scenario_id, verdict }) => [scenario_id, verdict?.result]),
      ['greet', 'moving', 'outage', 'café'].map((id) => [id, 'no_change_found']),
      'other tags are no change',
    );
    assert.deepEqual(comparison.changed, [
      { scenario_id: 'refund', name: 'refund', baseline: 1, candidate: 1, parts: ['references'] },
    ]);
    assert.deepEqual(
      comparison.unmatched.scenarios.map(({ side, scenario_id }) => [side, scenario_id]),
      [
        ['baseline', 'card'],
        ['candidate', 'new'],
      ],
    );
    assert.equal(comparison.metrics['overall']?.delta, 0, 'the fall of refund does not count');
    assert.equal(now.gate?.verdict, 'pass');
  });
});
