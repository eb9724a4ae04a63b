import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { priceRun } from './pricing.ts';
import { sumUsage, type UsageTotal } from './pricing.ts';

const PLAN = {
  modelId: 'm',
  prices: { m: { input: 0.15, output: 0.6 }, j: { input: 2.5, output: 10 } },
};

function spent(input: number, output: number, unreported = 0): UsageTotal {
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  return { usage, unreported };
}

const judged = (model: string, total: UsageTotal) => ({ model, ...total });

describe('priceRun', () => {
  it('priceRun multiplies tokens by the dollars per million, without floating-point noise', () => {
    assert.deepEqual(priceRun(PLAN, spent(1100, 500)), {
      currency: 'USD',
      model: 0.000465,
      judge: 0,
      total: 0.000465,
    });
  });

  it('priceRun prices judges and annotators separately, each by its own price', () => {
    const judgements = [judged('j', spent(1_000_000, 0)), judged('m', spent(0, 1_000_000))];
    const { model, judge, total } = priceRun(PLAN, spent(2_000_000, 0), { judgements });
    assert.deepEqual([model, judge, total], [0.3, 3.1, 3.4]);
  });

  it('priceRun has no total if the price of the model or of a judge is missing', () => {
    const bare = priceRun({ ...PLAN, modelId: 'constructor' }, spent(1, 1), {
      judgements: [judged('j', spent(1_000_000, 0))],
    });
    assert.deepEqual([bare.model, bare.judge, bare.total], [null, 2.5, null]);
    const judgements = [judged('j', spent(1, 1)), judged('unknown', spent(1, 1))];
    const { model, judge, total } = priceRun(PLAN, spent(1_000_000, 0), { judgements });
    assert.deepEqual([model, judge, total], [0.15, null, null]);
  });

  it('priceRun charges tokens read from a cache and written to it at their own prices', () => {
    const price = { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 };
    const { usage } = spent(1_000_000, 0);
    const cached = { ...usage, cache_read_tokens: 500_000, cache_write_tokens: 100_000 };
    const plan = { modelId: 'm', prices: { m: price } };
    assert.equal(priceRun(plan, { usage: cached, unreported: 0 }).model, 0.575);
    for (const { cache_read: _read, ...rest } of [price]) {
      const partly = { modelId: 'm', prices: { m: rest } };
      assert.equal(priceRun(partly, { usage: cached, unreported: 0 }).model, null);
      assert.equal(priceRun(partly, { usage, unreported: 0 }).model, 1);
    }
  });

  it('priceRun has no cost if an answer came without usage', () => {
    assert.equal(priceRun(PLAN, spent(1000, 1000, 1)).model, null);
    assert.equal(
      priceRun(PLAN, spent(1, 1), { judgements: [judged('j', spent(1, 1, 1))] }).judge,
      null,
    );
  });
});

describe('sumUsage', () => {
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
  const zero = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

  it('sumUsage counts answers without usage or with zero tokens as unreported', () => {
    const sum = sumUsage();
    sum.add({ outcome: 'answered', usage });
    sum.add({ outcome: 'answered', usage: null });
    sum.add({ outcome: 'answered', usage: zero });
    assert.deepEqual(sum.read(), { usage, unreported: 2 });
  });

  it('sumUsage does not count a failed request as unreported', () => {
    const sum = sumUsage();
    sum.add({ outcome: 'endpoint_failed', usage: null });
    assert.deepEqual(sum.read(), { usage: zero, unreported: 0 });
  });
});
