import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlannedScenario } from '../../../entities/run.ts';
import type { TurnCheck } from '../../../entities/turn.ts';
import { exampleScenario } from '../../../testing/example-rows.ts';
import { scoreSimulated } from './grade-conversation.ts';

const PLAN = {
  weights: { reply: 0.7, metadata: 0.3, checks: 1 },
  scorers: undefined,
  modelScorers: [],
};
const USER = { goal: 'Block the card', facts: {}, max_turns: 3 };
const CHECK = { id: undefined, optional: undefined, max_words: 60 };

function simulated(changes: Partial<PlannedScenario> = {}): PlannedScenario {
  return exampleScenario({ interactions: [], user: USER, ...changes });
}

function decided(passed: boolean | null): readonly TurnCheck[] {
  return [{ type: 'max_words', passed, detail: '' }];
}

const COUNTED = { results: [], excluded: null };

describe('the score of a conversation with a simulated user', () => {
  it('is 1 if the goal was reached and 0 if not, and the attempt passes accordingly', () => {
    for (const goalReached of [true, false]) {
      const scored = scoreSimulated(PLAN, { scenario: simulated(), ...COUNTED, goalReached });
      const value = Number(goalReached);
      assert.deepEqual(scored.scores, { goal_reached: value, overall: value });
      assert.equal(scored.passed, goalReached);
    }
  });

  it('is the mean of goal and checks, weighted, and a failed required check fails the attempt', () => {
    const scenario = simulated({ checks: [CHECK] });
    const checked = { scenario, results: decided(false), excluded: null, goalReached: true };
    const { scores, passed } = scoreSimulated(PLAN, checked);
    assert.deepEqual([scores['checks'], scores['overall'], passed], [0, 0.5, false]);
    const weights = { ...PLAN.weights, checks: 0 };
    assert.equal(scoreSimulated({ ...PLAN, weights }, checked).scores['overall'], 1);
  });

  it('does not fail the attempt because of an optional check', () => {
    const scenario = simulated({ checks: [{ ...CHECK, optional: true }] });
    const checked = { scenario, results: decided(false), excluded: null, goalReached: true };
    assert.equal(scoreSimulated(PLAN, checked).passed, true);
  });

  it('is unknown if the judge cannot tell, or if a required check is open', () => {
    const open = { scenario: simulated(), ...COUNTED, goalReached: null };
    assert.deepEqual(scoreSimulated(PLAN, open), {
      scores: { goal_reached: null, overall: null },
      checks: [],
      passed: null,
    });
    const scenario = simulated({ checks: [CHECK] });
    const unchecked = { scenario, results: decided(null), excluded: null, goalReached: true };
    assert.equal(scoreSimulated(PLAN, unchecked).passed, null);
  });

  it('is missing, never 0, if the conversation does not count', () => {
    const scenario = simulated({ checks: [CHECK] });
    const excluded = {
      scenario,
      results: undefined,
      excluded: 'user_fault',
      goalReached: true,
    } as const;
    const { scores, checks, passed } = scoreSimulated(PLAN, excluded);
    assert.deepEqual(new Set(Object.values(scores)), new Set([null]));
    assert.equal(passed, null);
    assert.equal(
      checks[0]?.detail,
      'the conversation does not count because of the simulated user',
    );
  });

  it('leaves overall out if the request does', () => {
    const plan = { ...PLAN, scorers: ['checks'] };
    const scored = scoreSimulated(plan, { scenario: simulated(), ...COUNTED, goalReached: true });
    assert.deepEqual(scored.scores, { goal_reached: 1 });
  });
});
