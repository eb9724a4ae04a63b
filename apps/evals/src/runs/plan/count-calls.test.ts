import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, examplePlan, exampleScenario } from '../../testing/example-rows.ts';
import type { PlannedJudge, PlannedScenario, RunPlan } from '../../entities/run.ts';
import { countCalls } from './count-calls.ts';

const LOST_CARD = exampleScenario({
  interactions: [
    exampleInteraction({ checks: [{ text: 'Greets' }, { never: 'Is rude' }] }),
    exampleInteraction({ reference_reply: '', checks: [{ regex: 'block' }] }),
    exampleInteraction({ reference_reply: '', checks: [{ text: 'Says goodbye' }] }),
  ],
  checks: [{ text: 'Verifies identity' }, { max_words: 300 }],
});
const SIMULATED = exampleScenario({
  ...LOST_CARD,
  user: { goal: 'Block it', facts: {}, max_turns: 4 },
});
const NONE = { least: 0, most: 0 };

function plan(scenario: PlannedScenario, judge: Partial<PlannedJudge> = {}): RunPlan {
  const tasks = ['reference', 'checks', 'audit'] as const;
  const panel = { models: ['a', 'b'], samples: 1 as const, temperature: 0, tasks, ...judge };
  const grading = { sinceRevision: 1, judge: panel };
  return examplePlan({ attempts: 5, scenarios: [scenario, scenario], grading });
}

function exactly(calls: number): { readonly least: number; readonly most: number } {
  return { least: calls, most: calls };
}

describe('countCalls', () => {
  it('counts one question for all judged checks of a reply, and one for those of the conversation', () => {
    const endpoint = exactly(2 * 3 * 5);
    const questions = 1 + 3;
    assert.deepEqual(countCalls(plan(LOST_CARD)), {
      endpoint,
      users: NONE,
      judges: exactly(2 * questions * 5 * 2),
    });
    const sampled = countCalls(plan(LOST_CARD, { samples: 3 })).judges;
    assert.deepEqual(sampled, { least: 2 * 4 * 3 * 5 * 2, most: 2 * (5 + 3 * 3) * 5 * 2 });
  });

  it('counts no judge calls without a judge, and none for references if no score needs them', () => {
    assert.deepEqual(countCalls({ ...plan(LOST_CARD), grading: undefined }).judges, NONE);
    const { judges } = countCalls(plan(LOST_CARD, { tasks: ['checks'] }));
    assert.deepEqual(judges, exactly(2 * 3 * 5 * 2));
  });

  it('counts the messages, the audits and up to two replays of a simulated user', () => {
    assert.deepEqual(countCalls(plan(SIMULATED)), {
      endpoint: { least: 2 * 4 * 5, most: 2 * 7 * 5 * 3 },
      users: { least: 2 * 5, most: 2 * 4 * 5 * 3 },
      judges: { least: 2 * 5 * 5 * 2, most: 2 * 5 * 5 * 2 * 3 },
    });
  });

  it('counts at least the attempts of the first look, and at most the calls of the budget', () => {
    const looks = [
      { attempts: 2, level: 0.01 },
      { attempts: 5, level: 0.01 },
    ];
    const { endpoint, judges } = countCalls({ ...plan(LOST_CARD), looks });
    assert.deepEqual([endpoint, judges.least], [{ least: 12, most: 30 }, 2 * 4 * 2 * 2]);
    const budgeted = countCalls({ ...plan(LOST_CARD), budget: { calls: 20 } });
    assert.deepEqual([budgeted.endpoint, budgeted.judges.least], [exactly(18), 0]);
    const short = exampleScenario({ interactions: [exampleInteraction()] });
    const mixed = { ...plan(LOST_CARD), scenarios: [LOST_CARD, short] };
    const { endpoint: some } = countCalls({ ...mixed, budget: { calls: 10 } });
    assert.deepEqual(some, { least: 8, most: 10 });
    const { endpoint: said, users } = countCalls({ ...plan(SIMULATED), budget: { calls: 20 } });
    assert.deepEqual(
      [said, users],
      [
        { least: 0, most: 20 },
        { least: 0, most: 20 },
      ],
    );
    const ample = { ...plan(LOST_CARD), budget: { calls: 100 } };
    assert.deepEqual(countCalls(ample), countCalls(plan(LOST_CARD)));
  });
});
