import type { InteractionView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listFindings } from './judge-findings.ts';

const conversation = {
  checks: [{ id: 'polite', never: 'Is rude', passed: true, detail: 'met' }],
  scores: {},
  passed: true,
};

function viewOf(turn: number, view: object): InteractionView {
  return { turn, checks: [], conversation, ...view } as unknown as InteractionView;
}

describe('listFindings', () => {
  it('lists the checks of the conversation once, then those of each turn with their quotes', () => {
    const check = {
      id: 'card',
      text: 'Asks which card',
      passed: false,
      detail: 'not met',
      reason: 'No question.',
      evidence: [{ turn: 0, quote: 'It is blocked.' }],
    };
    const findings = listFindings([viewOf(0, { checks: [check] }), viewOf(1, {})]);
    assert.deepEqual(
      findings.map(({ about, status, reason, quotes }) => [about, status?.label, reason, quotes]),
      [
        ['Never: Is rude', 'passed', 'met', []],
        ['Turn 1: Asks which card', 'failed', 'No question.', ['It is blocked.']],
      ],
    );
  });

  it('includes the explanations of a judge that compares with the reference', () => {
    const judgements = [
      { kind: 'judge', model: 'm/1', rationale: 'Another date.' },
      { kind: 'judge', model: 'm/2', rationale: null },
    ];
    assert.deepEqual(listFindings([viewOf(2, { judgements, conversation: undefined })]), [
      { about: 'Turn 3, m/1', status: undefined, reason: 'Another date.', quotes: [] },
    ]);
  });
});
