import type { ScenarioCalls } from '@fairtrial/contracts/plain';
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
const NONE = exactly(0);

function exactly(calls: number): { readonly least: number; readonly most: number } {
  return { least: calls, most: calls };
}

test('planCalls multiplies turns by attempts and divides the time by the concurrency', () => {
  const calls = { endpoint: exactly(50), users: NONE, judges: NONE };
  assert.deepEqual(planCalls(PLAN), { ...calls, durationMs: 1000 });
  const { durationMs } = planCalls({ ...PLAN, concurrency: 1 });
  assert.equal(durationMs, 10_000);
});

test('planCalls runs the turns of a conversation in sequence at any concurrency', () => {
  const plan = { ...PLAN, scenarios: scenariosOf(8, 1), attempts: 1, concurrency: 64 };
  assert.deepEqual(planCalls({ ...plan, latencyMs: 100 }), {
    endpoint: exactly(9),
    users: NONE,
    judges: NONE,
    durationMs: 800,
  });
});

test('planCalls estimates no duration without a test call', () => {
  const { endpoint, durationMs } = planCalls({ ...PLAN, latencyMs: undefined });
  assert.deepEqual([endpoint, durationMs], [exactly(50), undefined]);
});

test('planCalls counts the calls of a second model', () => {
  const plan = { ...PLAN, concurrency: 1, against: 'sim/v1', latencyMs: 10 };
  const { endpoint, durationMs } = planCalls(plan);
  assert.deepEqual([endpoint, durationMs], [exactly(100), 1000]);
});

test('planCalls counts the calls of the judges, and none if the judge is off', () => {
  const scenarios = [{ turns: 4, references: 4, checks: 2 }];
  const plan = { ...PLAN, scenarios, judges: 2, judge: { samples: 3 } };
  assert.deepEqual(planCalls(plan).judges, { least: 6 * 3 * 5 * 2, most: (4 * 5 + 2 * 3) * 5 * 2 });
  assert.deepEqual(planCalls({ ...plan, judge: false }).judges, NONE);
});

test('planCalls takes as long as the messages that simulated users may send, without conversations that are played again', () => {
  const scenarios = [{ turns: 8, userTurns: 6, references: 0, checks: 0 }];
  const planned = planCalls({ ...PLAN, scenarios, attempts: 2, concurrency: 1, latencyMs: 100 });
  assert.equal(planned.durationMs, 8 * 2 * 100);
  assert.equal(planned.endpoint.least, 3 * 2);
  assert.equal(planned.users.least, 2);
  assert.ok(planned.users.most >= 12);
});
