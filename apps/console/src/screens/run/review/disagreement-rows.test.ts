import { TestBatch, type Disagreement, type LabelReport } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDisagreement, visibleDisagreements } from './disagreement-rows.ts';

function disagreementOf(changes: Partial<Disagreement>): Disagreement {
  return {
    position: { scenario: 0, attempt: 2 },
    check_id: null,
    label_passed: true,
    judge_passed: false,
    labellers: ['Ada'],
    notes: [],
    ...changes,
  };
}

describe('describeDisagreement', () => {
  const scenarios = [
    TestBatch.parse({
      name: 'Lost card',
      interactions: [{ user_message: 'hi', checks: [{ id: 'card', text: 'Asks which card' }] }],
    }),
  ];

  it('names the scenario, the attempt counted from 1, and the check by its text', () => {
    assert.deepEqual(describeDisagreement(disagreementOf({ check_id: 'card' }), scenarios), {
      conversation: 'Lost card, attempt 3',
      about: 'Asks which card',
    });
  });

  it('names whole conversations, and checks that no longer exist by their id', () => {
    const about = (check_id: string | null) =>
      describeDisagreement(disagreementOf({ check_id }), scenarios).about;
    assert.deepEqual([about(null), about('old')], ['The whole conversation', 'old']);
  });
});

describe('visibleDisagreements', () => {
  const reportFor = (labelled: number): LabelReport =>
    ({
      disagreements: [disagreementOf({}), disagreementOf({ labellers: ['Ben'] })],
      draws: [{ attempts: 10, labellers: [{ labeller: 'Ada', labelled, blind: labelled }] }],
    }) as unknown as LabelReport;

  it('hides attempts that a labeller has not labelled while the draw is unfinished', () => {
    const { rows, hidden } = visibleDisagreements(reportFor(9), 'Ada');
    assert.deepEqual([rows.map(({ labellers }) => labellers), hidden], [[['Ada']], 1]);
  });

  it('shows all when the draw is finished, and to people who labelled nothing', () => {
    assert.equal(visibleDisagreements(reportFor(10), 'Ada').rows.length, 2);
    assert.equal(visibleDisagreements(reportFor(9), 'Eve').rows.length, 2);
  });
});
