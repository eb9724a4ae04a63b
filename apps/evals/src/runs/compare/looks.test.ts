import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredDecision, TakenLook } from '../../db/looks/list-looks.ts';
import { examplePlan, exampleScenario } from '../../testing/example-rows.ts';
import { describeLooks } from './looks.ts';

const PLAN = examplePlan({
  attempts: 20,
  looks: [
    { attempts: 5, level: 0.01 },
    { attempts: 10, level: 0.015 },
    { attempts: 20, level: 0.025 },
  ],
  scenarioAttempts: [5, 10],
  scenarios: ['a', 'b'].map((id) => exampleScenario({ id })),
});

function decidedAt(look: number): StoredDecision {
  return { look, result: 'no_change_found', p: 1, level: 0.005 };
}

function taken(decisions: TakenLook['decisions'], isLast: boolean): TakenLook {
  return { baselineRevision: 1, decisions, isLast };
}

const LOOKS = [taken([decidedAt(0), null], false), taken([decidedAt(0), decidedAt(1)], true)];

describe('describeLooks', () => {
  it('lists the looks, and the attempts and the look of each scenario', () => {
    assert.deepEqual(describeLooks({ plan: PLAN, revision: 1 }, LOOKS), {
      decided: true,
      sentence:
        'Stopped early: 15 of 40 attempts were played. Decided: 1 scenario after 5 attempts, 1 scenario after 10 attempts.',
      attempts: { played: 15, planned: 40 },
      looks: [
        { attempts: 5, level: 0.01, decided: 1 },
        { attempts: 10, level: 0.015, decided: 1 },
        { attempts: 20, level: 0.025, decided: null },
      ],
      scenarios: [
        { scenario_id: 'a', attempts: 5, decided_at: 1 },
        { scenario_id: 'b', attempts: 10, decided_at: 2 },
      ],
    });
  });

  it('a run that played all its attempts did not stop early', () => {
    const plan = { ...PLAN, scenarioAttempts: [20, 20] };
    const last = [taken([decidedAt(2), null], true)];
    assert.equal(
      describeLooks({ plan, revision: 1 }, last).sentence,
      'Not stopped early: 40 of 40 attempts were played. Decided: 1 scenario after 20 attempts.',
    );
  });

  it('the looks do not count without the last one, or after a rescore', () => {
    const [first] = LOOKS;
    assert.ok(first);
    const unfinished = describeLooks({ plan: PLAN, revision: 1 }, [first]);
    assert.equal(unfinished.decided, false);
    assert.match(unfinished.sentence, /cancelled or stopped.*only the first 5 attempts/);
    const rescored = describeLooks({ plan: PLAN, revision: 2 }, LOOKS);
    assert.equal(rescored.decided, false);
    assert.match(rescored.sentence, /because the run was rescored after it had stopped/);
  });
});
