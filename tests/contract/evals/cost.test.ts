import { Comparison, type EvaluationResponse } from '@fairtrial/contracts';
import { PROBE_ITEMS } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { cardScenario, startJudge } from '../../support/data/judged-runs.ts';
import { ask, rescore, viewRun } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  chatCompletion,
  lastBody,
  sendJson,
  startStub,
  type Stub,
} from '../../support/stubs/start-stub.ts';
import type { StubModel } from '../../support/stubs/start-stub-model.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';

/** Dollars per million tokens; every answer of a stub uses 11 input and 5 output tokens. */
const MODEL_PRICES = JSON.stringify({
  'stub/cheap': { input: 1, output: 2 },
  'stub/dear': { input: 10, output: 20 },
  'stub/caching': { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 },
  'stub/judge': { input: 100, output: 0 },
});

/** 1 + 8 · 0.1 + 2 · 1.25 + 5 · 2 millionths of a dollar for `stub/caching`. */
const CACHED = { cached_tokens: 8, cache_write_tokens: 2 };

/** In millionths of a dollar: two replies and the probes, at 11 input tokens each. */
const JUDGE_COST = 1100 * (2 + PROBE_ITEMS.length);
/** A judge that was probed before is only asked the two questions of every run. */
const COST_OF_KNOWN_JUDGE = 1100 * (2 + 2);

function toMicro(dollars: number | null | undefined): number {
  return Math.round((dollars ?? 0) * 1e6);
}

describe('the cost of a run', () => {
  let endpoint: Stub;
  let judge: StubModel;
  let evals: Service;

  before(async () => {
    endpoint = await startStub((_request, response) => {
      const said = JSON.stringify(lastBody(endpoint).messages.at(-1));
      if (said.includes('fail')) return sendJson(response, {}, 400);
      const { usage, ...silent } = chatCompletion('Hi') as { usage: object };
      if (said.includes('silent')) return sendJson(response, silent);
      const details = said.includes('cached') ? { prompt_tokens_details: CACHED } : {};
      return sendJson(response, { ...silent, usage: { ...usage, ...details } });
    });
    judge = await startJudge((prompt) => verdictFor(prompt, 'C'));
    evals = await startService('evals', {
      MODEL_PRICES,
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const run = (model_id: string, changes: object = {}): Promise<EvaluationResponse> =>
    evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      model_id,
      history: 'none',
      test_batch: cardScenario('one', 'two'),
      judge: false,
      ...changes,
    });

  it('is in its answer and its view: tokens times the price of its model', async () => {
    const { cost, run_id } = await run('stub/cheap');
    assert.deepEqual(cost, { currency: 'USD', model: 42e-6, judge: 0, total: 42e-6 });
    const { result } = await viewRun(evals, run_id);
    assert.deepEqual(result?.cost, cost);
  });

  it('lists the judge separately at its own price, including its probes', async () => {
    const { cost } = await run('stub/cheap', { judge: {} });
    assert.deepEqual([cost?.model, toMicro(cost?.judge)], [42e-6, JUDGE_COST]);
    assert.equal(toMicro(cost?.total), JUDGE_COST + 42);
  });

  it('is unknown without a price for the exact name of its model', async () => {
    const { cost } = await run('cheap');
    assert.deepEqual(cost, { currency: 'USD', model: null, judge: 0, total: null });
  });

  it('is unknown if a reply has no usage; a failed request costs nothing', async () => {
    const { cost } = await run('stub/cheap', { test_batch: cardScenario('one', 'silent') });
    assert.deepEqual([cost?.model, cost?.total], [null, null]);
    const failed = await run('stub/cheap', { test_batch: cardScenario('one', 'fail') });
    assert.equal(failed.cost?.total, 21e-6);
  });

  it('has cached tokens at their own price, and is unknown without one', async () => {
    const test_batch = cardScenario('cached', 'two');
    const { cost, usage, results } = await run('stub/caching', { test_batch });
    assert.equal(cost?.model, 35.3e-6);
    const counted = { cache_read_tokens: 8, cache_write_tokens: 2 };
    const reported = { input_tokens: 11, output_tokens: 5, total_tokens: 16, ...counted };
    const [first] = results.scenarios[0]?.attempts[0]?.interactions ?? [];
    assert.deepEqual(first?.usage, reported);
    assert.deepEqual(usage, { ...reported, input_tokens: 22, output_tokens: 10, total_tokens: 32 });
    const unpriced = await run('stub/cheap', { test_batch });
    assert.deepEqual([unpriced.cost?.model, unpriced.cost?.total], [null, null]);
  });

  it('is compared, and the comparison of a run with its baseline agrees', async () => {
    const cheap = await run('stub/cheap', { judge: {} });
    const dear = await run('stub/dear', {
      baseline: cheap.run_id,
      gates: ['allow regression'],
    });
    const expected = { currency: 'USD', baseline: 42e-6, candidate: 420e-6, delta: 378e-6 };
    assert.deepEqual(dear.comparison?.cost, expected);
    const query = `baseline=${cheap.run_id}&candidate=${dear.run_id}`;
    const { body } = await ask(evals, `/compare?${query}`);
    assert.deepEqual(Comparison.parse(body).cost, expected);
  });

  it('includes a judge that is called later', async () => {
    const { run_id } = await run('stub/cheap');
    const { result } = await rescore(evals, run_id, { judge: {} });
    assert.deepEqual(
      [result?.cost?.model, toMicro(result?.cost?.judge)],
      [42e-6, COST_OF_KNOWN_JUDGE],
    );
  });
});
