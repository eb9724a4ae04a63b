import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLatency } from './latency.ts';
import { randomFrom } from './random-from.ts';

function sample(text: string): number[] {
  const latency = readLatency(text);
  assert.ok(latency, text);
  const random = randomFrom('latency');
  return Array.from({ length: 10_001 }, () => latency(random)).toSorted((a, b) => a - b);
}

describe('readLatency', () => {
  it('a latency of one number is fixed', () => {
    assert.deepEqual([...new Set(sample('20'))], [20]);
  });

  it('a latency range is uniform between two numbers', () => {
    const times = sample('10-50');
    assert.ok((times[0] ?? 0) >= 10 && (times.at(-1) ?? 0) <= 50);
    assert.ok(Math.abs((times[5000] ?? 0) - 30) < 1);
  });

  it('a lognormal latency has the given median and a long tail', () => {
    const times = sample('lognormal:200,0.5');
    assert.ok(Math.abs((times[5000] ?? 0) / 200 - 1) < 0.03);
    // The 97.7 % quantile of a log-normal distribution is its median times exp(2 sigma).
    assert.ok(Math.abs((times[9772] ?? 0) / (200 * Math.E) - 1) < 0.06);
  });

  it('readLatency returns undefined for any other text', () => {
    for (const text of ['', 'fast', '-5', '10-', 'lognormal:200', 'normal:1,1']) {
      assert.equal(readLatency(text), undefined, text);
    }
  });
});
