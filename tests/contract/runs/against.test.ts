import { EvaluationRequest, Problem, type RunHead } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, postEvaluate } from '../../support/calls/evaluate.ts';
import { act, ask, startRun, untilOver, viewRun, walkRuns } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';
import {
  startVersions,
  versionBatch,
  type VersionCall,
} from '../../support/stubs/start-versions.ts';

const CONCURRENCY = 4;
const ATTEMPTS = 12;

const request = (url: string, changes: object = {}): object => ({
  endpoint: `${url}/v1`,
  test_batch: versionBatch(2),
  test_name: 'duel',
  model_id: 'v2',
  against: 'v1',
  attempts: ATTEMPTS,
  concurrency: CONCURRENCY,
  ...changes,
});

describe('a run against a second model', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  const find = async (tag: string): Promise<RunHead> => {
    const [run] = await walkRuns(evals, `?tag=${tag}`);
    assert.ok(run);
    return run;
  };

  it('plays both models, and compares the first with the second', async () => {
    await using endpoint = await startVersions();
    const answer = await evaluate(evals, request(endpoint.url, { tags: ['plain'] }));
    const baseline = await find('against');
    assert.deepEqual(answer.baseline, {
      run_id: baseline.run_id,
      requested: 'against',
      reason: 'v1 is played at the same time, attempt by attempt',
    });
    assert.deepEqual([baseline.model_id, baseline.tags], ['v1', ['plain', 'against']]);
    assert.deepEqual([answer.model_id, answer.headline.result], ['v2', 'regressed']);
    assert.equal(answer.comparison?.baseline.run_id, baseline.run_id);
    const candidate = await viewRun(evals, answer.run_id);
    assert.ok(String(candidate.finished_at) >= String(baseline.finished_at));
    assert.equal(endpoint.requests.length, 2 * 2 * ATTEMPTS);
    const { body } = await ask(evals, `/runs/${answer.run_id}/request`);
    const { against, baseline: named } = EvaluationRequest.parse(body);
    assert.deepEqual([against, named], ['v1', undefined]);
  });

  it('excludes its second run from latest', async () => {
    await using endpoint = await startVersions();
    const asked = request(endpoint.url, { test_name: 'not latest' });
    await evaluate(evals, asked);
    const next = await evaluate(evals, { ...asked, against: undefined, baseline: 'latest' });
    assert.equal(next.baseline?.run_id, null);
  });

  for (const slow of ['v1', 'v2']) {
    it(`does not let the other model get ahead while ${slow} does not answer`, async () => {
      const held: VersionCall[] = [];
      let isHolding = true;
      await using endpoint = await startVersions((call) => {
        if (!isHolding || call.model !== slow) return false;
        held.push(call);
        return true;
      });
      const { run_id } = await startRun(evals, request(endpoint.url));
      await until('every lane waits for the slow model', () => held.length === CONCURRENCY);
      const fast = endpoint.requests.length - held.length;
      assert.ok(fast <= CONCURRENCY + 1, `${fast} calls of the fast model`);
      isHolding = false;
      for (const { answer } of held) answer();
      const { state, result } = await untilOver(evals, run_id);
      assert.equal(state, 'completed');
      assert.equal(endpoint.requests.length, 2 * 2 * ATTEMPTS);
      assert.ok(result?.comparison);
    });
  }

  it('cancels both runs if either is cancelled', async () => {
    for (const chosen of ['candidate', 'baseline'] as const) {
      await using endpoint = await startVersions(() => true);
      const waiting = postEvaluate(evals, createRequest(request(endpoint.url)));
      await until('calls are under way', () => endpoint.requests.length >= CONCURRENCY);
      const [candidate] = await walkRuns(evals, '?model_id=v2&state=running');
      const [baseline] = await walkRuns(evals, '?model_id=v1&state=running');
      assert.ok(candidate && baseline);
      await act(evals, { candidate, baseline }[chosen].run_id, 'cancel');
      const { status, body } = await waiting;
      assert.deepEqual([status, Problem.parse(body).code], [409, 'run_cancelled']);
      for (const { run_id } of [candidate, baseline]) {
        assert.equal((await untilOver(evals, run_id)).state, 'cancelled');
      }
    }
  });

  it('can be retried, and is then compared again', async () => {
    let isBroken = true;
    await using endpoint = await startVersions(({ model, response }) => {
      if (!isBroken || model !== 'v2') return false;
      response.writeHead(400).end();
      return true;
    });
    const answer = await evaluate(evals, request(endpoint.url));
    assert.equal(answer.headline.result, 'requests_failed');
    isBroken = false;
    await act(evals, answer.run_id, 'retry');
    const { result } = await untilOver(evals, answer.run_id);
    assert.equal(result?.headline.result, 'regressed');
  });
});

describe('the calls of a run against a second model', () => {
  it('alternate: neither model is ever ahead by more than the concurrency and one attempt', async () => {
    await using simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '1-40' });
    await using evals = await startService('evals');
    await evaluate(evals, {
      ...request(simulator.url, { model_id: 'sim/v2', against: 'sim/v1' }),
      attempts: 30,
    });
    const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
    const calls = ledger
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { model: string; turn: string });
    const started = new Map([
      ['sim/v1', 0],
      ['sim/v2', 0],
    ]);
    for (const { model } of calls.filter(({ turn }) => turn === '0')) {
      started.set(model, (started.get(model) ?? 0) + 1);
      const [first = 0, second = 0] = started.values();
      assert.ok(Math.abs(first - second) <= CONCURRENCY + 1, `${first} and ${second}`);
    }
    assert.deepEqual([...started.values()], [60, 60]);
  });
});
