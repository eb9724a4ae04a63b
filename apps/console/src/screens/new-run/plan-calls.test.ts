import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planCalls } from './plan-calls.ts';

test('planCalls multiplies turns by attempts and divides the time by the concurrency', () => {
  const plan = { turns: [4, 4, 2], attempts: 5, concurrency: 10, against: '', latencyMs: 200 };
  assert.deepEqual(planCalls(plan), { calls: 50, durationMs: 1000 });
  assert.deepEqual(planCalls({ ...plan, concurrency: 1 }), { calls: 50, durationMs: 10_000 });
});

test('planCalls runs the turns of a conversation in sequence at any concurrency', () => {
  const plan = { turns: [8, 1], attempts: 1, concurrency: 64, against: '', latencyMs: 100 };
  assert.deepEqual(planCalls(plan), { calls: 9, durationMs: 800 });
});

test('planCalls estimates no duration without a test call', () => {
  const plan = { turns: [3], attempts: 2, concurrency: 8, against: '', latencyMs: undefined };
  assert.deepEqual(planCalls(plan), { calls: 6, durationMs: undefined });
});

test('planCalls counts the calls of a second model', () => {
  const plan = { turns: [3], attempts: 2, concurrency: 1, against: 'sim/v1', latencyMs: 10 };
  assert.deepEqual(planCalls(plan), { calls: 12, durationMs: 120 });
});
