import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planCalls } from './plan-calls.ts';

test('calls are turns times attempts, shared by the lanes', () => {
  const plan = { turns: [4, 4, 2], attempts: 5, concurrency: 10, against: '', latencyMs: 200 };
  assert.deepEqual(planCalls(plan), { calls: 50, durationMs: 1000 });
  assert.deepEqual(planCalls({ ...plan, concurrency: 1 }), { calls: 50, durationMs: 10_000 });
});

test('a conversation goes turn by turn, however many lanes there are', () => {
  const plan = { turns: [8, 1], attempts: 1, concurrency: 64, against: '', latencyMs: 100 };
  assert.deepEqual(planCalls(plan), { calls: 9, durationMs: 800 });
});

test('an endpoint that nobody tried says nothing of the time', () => {
  const plan = { turns: [3], attempts: 2, concurrency: 8, against: '', latencyMs: undefined };
  assert.deepEqual(planCalls(plan), { calls: 6, durationMs: undefined });
});

test('a second model is asked as often as the first', () => {
  const plan = { turns: [3], attempts: 2, concurrency: 1, against: 'sim/v1', latencyMs: 10 };
  assert.deepEqual(planCalls(plan), { calls: 12, durationMs: 120 });
});
