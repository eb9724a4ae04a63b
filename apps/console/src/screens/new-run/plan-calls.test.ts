import type { ScenarioCalls } from '@assay/contracts/plain';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planCalls, type CallPlan } from './plan-calls.ts';

/** Scenarios with these numbers of turns, without references and judged checks. */
function scenariosOf(...turns: number[]): readonly ScenarioCalls[] {
  return turns.map((count) => ({ turns: count, references: 0, checks: 0 }));
}

const PLAN: CallPlan = {
  scenarios: scenariosOf(4, 4, 2),
  attempts: 5,
  concurrency: 10,
  against: '',
  judges: 1,
  latencyMs: 200,
};
const NONE = { least: 0, most: 0 };

test('planCalls multiplies turns by attempts and divides the time by the concurrency', () => {
  assert.deepEqual(planCalls(PLAN), { endpoint: 50, judges: NONE, durationMs: 1000 });
  const { durationMs } = planCalls({ ...PLAN, concurrency: 1 });
  assert.equal(durationMs, 10_000);
});

test('planCalls runs the turns of a conversation in sequence at any concurrency', () => {
  const plan = { ...PLAN, scenarios: scenariosOf(8, 1), attempts: 1, concurrency: 64 };
  assert.deepEqual(planCalls({ ...plan, latencyMs: 100 }), {
    endpoint: 9,
    judges: NONE,
    durationMs: 800,
  });
});

test('planCalls estimates no duration without a test call', () => {
  const { endpoint, durationMs } = planCalls({ ...PLAN, latencyMs: undefined });
  assert.deepEqual([endpoint, durationMs], [50, undefined]);
});

test('planCalls counts the calls of a second model', () => {
  const plan = { ...PLAN, concurrency: 1, against: 'sim/v1', latencyMs: 10 };
  assert.deepEqual(planCalls(plan), { endpoint: 100, judges: NONE, durationMs: 1000 });
});

test('planCalls counts the calls of the judges, and none if the judge is off', () => {
  const scenarios = [{ turns: 4, references: 4, checks: 2 }];
  const plan = { ...PLAN, scenarios, judges: 2, judge: { samples: 3 } };
  assert.deepEqual(planCalls(plan).judges, { least: 6 * 3 * 5 * 2, most: (4 * 5 + 2 * 3) * 5 * 2 });
  assert.deepEqual(planCalls({ ...plan, judge: false }).judges, NONE);
});
