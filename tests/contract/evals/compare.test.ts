import {
  Comparison,
  DEFAULT_MARGIN,
  EvaluationResponse,
  Problem,
  RunView,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { runSamples } from '../../support/data/sample-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

const UNKNOWN_RUN = '01a1dcd3-b938-70ec-9762-1d939ad9c69d';

async function compare(
  evals: { readonly url: string },
  query: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${evals.url}/compare?${new URLSearchParams(query).toString()}`);
  return { status: response.status, body: await response.json() };
}

describe('GET /compare of two models on all samples', () => {
  let simulator: Service;
  let evals: Service;
  let v1: string;
  let found: Comparison;

  before(async () => {
    simulator = await startService('simulator');
    evals = await startService('evals');
    const endpoint = `${simulator.url}/v1`;
    v1 = (await runSamples(evals, { endpoint, model_id: 'sim/v1' })).run_id;
    const run = await runSamples(evals, { endpoint, model_id: 'sim/v2', baseline: v1 });
    assert.ok(run.comparison);
    found = run.comparison;
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('finds exactly the planted regression and the planted improvements', () => {
    const results = new Map(found.scenarios.map(({ name, verdict }) => [name, verdict?.result]));
    const called = (result: string) =>
      [...results].filter(([, one]) => one === result).map(([name]) => name);
    assert.deepEqual(called('regressed'), ['bank-lost-card']);
    const improved = ['energy-moving-house', 'telecom-fibre-outage'];
    assert.deepEqual(called('improved').toSorted(), improved);
    assert.equal(results.size, 9);
  });

  it('finds the largest drop in the interaction where it was planted', () => {
    const [worst] = found.interactions;
    assert.deepEqual(worst?.candidate_position, { scenario: 0, turn: 1 });
    assert.ok((worst.delta ?? 0) < -0.5);
    assert.equal(found.interactions.length, 39);
  });

  it('reports the candidate by similarity as less similar, not as regressed', () => {
    assert.equal(found.on_this_suite?.result, 'slightly_worse');
    assert.equal(found.in_general, null, 'nine scenarios say nothing about others');
    assert.deepEqual([found.basis, found.headline.result], ['similarity', 'less_similar']);
    assert.equal(found.compared, 9);
  });

  it('reports labels, latencies and tokens of both runs, and the differences between their requests', () => {
    const { intent } = found.labels;
    assert.equal(intent?.baseline?.n, 195);
    assert.ok(
      intent?.candidate?.confusion.some(
        ({ expected, given, count }) =>
          expected === 'confirm_action' && given === 'refuse_request' && count === 5,
      ),
    );
    for (const { latency_ms, usage, availability, coverage } of [found.baseline, found.candidate]) {
      assert.ok(latency_ms && latency_ms.median <= latency_ms.p95);
      assert.ok(usage.total_tokens > 0);
      assert.deepEqual([availability, coverage], [1, 1]);
    }
    assert.deepEqual(found.differences, [
      { field: 'model_id', baseline: 'sim/v1', candidate: 'sim/v2' },
    ]);
  });

  it('agrees with the comparison in the run itself', async () => {
    const candidate = found.candidate.run_id;
    const { status, body } = await compare(evals, { baseline: v1, candidate });
    assert.equal(status, 200);
    assert.deepEqual(Comparison.parse(body), found);
    const response = await fetch(`${evals.url}/runs/${candidate}?interactions=false`);
    const view = RunView.parse(await response.json());
    assert.deepEqual(view.result?.comparison, found);
    assert.equal(view.result?.gate?.verdict, 'pass');
    assert.match(view.result?.gate?.gates[0]?.sentence ?? '', /The basis is similarity/);
  });

  it('reports improvements with the runs swapped, and no change for a run against itself', async () => {
    const candidate = found.candidate.run_id;
    const back = Comparison.parse(
      (await compare(evals, { baseline: candidate, candidate: v1 })).body,
    );
    assert.equal(back.scenarios[0]?.verdict?.result, 'improved');
    assert.equal(back.scenarios[0].delta, 0 - (found.scenarios[0]?.delta ?? 0));
    const self = Comparison.parse((await compare(evals, { baseline: v1, candidate: v1 })).body);
    for (const { verdict } of self.scenarios)
      assert.match(verdict?.result ?? '', /no_change_found/);
  });

  it('uses the default margin if the query has none', () => {
    assert.equal(found.margin, DEFAULT_MARGIN);
  });

  it('accepts another metric and another margin', async () => {
    const ids = { baseline: v1, candidate: found.candidate.run_id };
    const { body } = await compare(evals, { ...ids, metric: 'key_facts', margin: '0.2' });
    const comparison = Comparison.parse(body);
    assert.deepEqual([comparison.metric, comparison.margin], ['key_facts', 0.2]);
    const unknown = await compare(evals, { ...ids, metric: 'nonsense' });
    assert.equal(unknown.status, 422);
    assert.match(Problem.parse(unknown.body).detail, /neither run has the metric 'nonsense'/);
    assert.equal((await compare(evals, { ...ids, margin: '2' })).status, 422);
  });
});

describe('comparable runs', () => {
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

  const as = (key: string) => ({ authorization: `Bearer ${key}` });

  async function runAs(key: string, changes: object = {}): Promise<string> {
    const body = createRequest({ endpoint: `${endpoint.url}/v1`, ...changes });
    const answer = await postEvaluate(evals, body, as(key));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return String(answer.headers.get('location')).slice('/runs/'.length);
  }

  async function statusOf(query: Readonly<Record<string, string>>, key = 'ours'): Promise<unknown> {
    const url = `${evals.url}/compare?${new URLSearchParams(query).toString()}`;
    const response = await fetch(url, { headers: as(key) });
    const body: unknown = await response.json();
    return response.status === 200 ? 200 : [response.status, Problem.parse(body).code];
  }

  it('a run of another project is not found, neither in a comparison nor as baseline of a new run', async () => {
    const [ours, theirs] = [await runAs('ours'), await runAs('theirs')];
    assert.equal(await statusOf({ baseline: ours, candidate: ours }), 200);
    for (const other of [theirs, UNKNOWN_RUN, 'nonsense']) {
      assert.deepEqual(await statusOf({ baseline: ours, candidate: other }), [
        404,
        'run_not_found',
      ]);
      assert.deepEqual(await statusOf({ baseline: other, candidate: ours }), [
        404,
        'run_not_found',
      ]);
      const body = createRequest({ baseline: other, attempts: 2 });
      const answer = await postEvaluate(evals, body, as('ours'));
      assert.equal(answer.status, 422);
      assert.equal(Problem.parse(answer.body).errors?.[0]?.pointer, '/baseline');
    }
    assert.deepEqual(await statusOf({ baseline: ours }), [422, 'invalid_request']);
  });

  it('a run in progress is 409, in a comparison and as baseline of a new run', async () => {
    const release = Promise.withResolvers<void>();
    await using slow = await startStub(async (_, response) => {
      await release.promise;
      sendJson(response, chatCompletion('late'));
    });
    const ended = await runAs('ours');
    const answer = await postEvaluate(evals, createRequest({ endpoint: `${slow.url}/v1` }), {
      ...as('ours'),
      prefer: 'respond-async',
    });
    const going = RunView.parse(answer.body).run_id;
    assert.deepEqual(await statusOf({ baseline: ended, candidate: going }), [409, 'run_active']);
    assert.deepEqual(await statusOf({ baseline: going, candidate: ended }), [409, 'run_active']);
    const again = await postEvaluate(
      evals,
      createRequest({ baseline: going, attempts: 2 }),
      as('ours'),
    );
    assert.deepEqual([again.status, Problem.parse(again.body).code], [409, 'run_active']);
    release.resolve();
  });

  it('a baseline that is deleted during the run leads to a warning and an inconclusive gate', async () => {
    const release = Promise.withResolvers<void>();
    await using slow = await startStub(async (_, response) => {
      await release.promise;
      sendJson(response, chatCompletion('late'));
    });
    const baseline = await runAs('ours', { attempts: 2 });
    const request = createRequest({ endpoint: `${slow.url}/v1`, baseline, attempts: 2 });
    const headers = { ...as('ours'), 'idempotency-key': 'once' };
    const pending = postEvaluate(evals, request, headers);
    await until('the endpoint is asked', () => slow.requests.length > 0);
    const gone = await fetch(`${evals.url}/runs/${baseline}`, {
      method: 'DELETE',
      headers: as('ours'),
    });
    assert.equal(gone.status, 204);
    release.resolve();
    const { body } = await pending;
    const { comparison, gate, warnings } = EvaluationResponse.parse(body);
    assert.equal((await postEvaluate(evals, request, headers)).status, 200); // joins the run nevertheless
    assert.equal(comparison, undefined);
    assert.equal(gate?.verdict, 'inconclusive');
    assert.match(warnings.join(), /was deleted or is running again/);
  });
});
