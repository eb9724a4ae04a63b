import { Check, TestBatch, type InteractionView } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatCheck,
  listChecks,
  parseEditedText,
  replaceCheck,
  toEditedText,
  listFindings,
} from './scenario-checks.ts';

const SCENARIO = TestBatch.parse({
  id: 'card',
  checks: [{ id: 'polite', never: 'Is rude' }],
  interactions: [
    { user_message: 'hi' },
    { user_message: 'lost it', checks: [{ text: 'Asks which card' }, { max_words: 60 }] },
  ],
});

/** A text that is not blank and has no spaces at its ends, because a check is trimmed. */
const anyText = fc.string({ minLength: 1 }).map((text) => `a${text}b`);

const anyCheck = fc
  .oneof(
    fc.record({ text: anyText }),
    fc.record({ never: anyText }),
    fc.record({ max_words: fc.nat() }),
    fc.record({ contains: anyText, optional: fc.boolean() }),
  )
  .map((check) => Check.parse(check));

describe('the checks of a scenario', () => {
  it('are listed with their turns and described in words', () => {
    assert.deepEqual(
      listChecks(SCENARIO).map(({ check, turn, at }) => [turn, at, formatCheck(check)]),
      [
        [null, 0, 'Never: Is rude'],
        [1, 0, 'Asks which card'],
        [1, 1, 'max words: 60'],
      ],
    );
  });

  it('are unchanged by an edit that changes nothing', () => {
    fc.assert(
      fc.property(anyCheck, (check) => {
        assert.deepEqual(parseEditedText(check, toEditedText(check)), { state: 'ready', check });
      }),
    );
  });

  it('keep their id and type if their sentence changes', () => {
    const edited = parseEditedText({ id: 'polite', never: 'Is rude' }, ' Insults the user ');
    assert.deepEqual(edited, {
      state: 'ready',
      check: { id: 'polite', never: 'Insults the user' },
    });
  });

  it('are refused without a text, and as invalid JSON', () => {
    assert.equal(parseEditedText({ text: 'x' }, '  ').state, 'invalid');
    assert.equal(parseEditedText({ max_words: 1 }, '{').state, 'invalid');
  });

  it('are replaced one at a time, and nothing else of the scenario changes', () => {
    for (const placed of listChecks(SCENARIO)) {
      const check = { text: 'New' };
      const changed = replaceCheck(SCENARIO, { ...placed, check });
      const expected = listChecks(SCENARIO).map((one) =>
        one.turn === placed.turn && one.at === placed.at ? { ...one, check } : one,
      );
      assert.deepEqual(listChecks(changed), expected);
      assert.deepEqual(
        changed.interactions.map(({ user_message }) => user_message),
        ['hi', 'lost it'],
      );
    }
  });

  it('are added at the end of a list', () => {
    const scenario = TestBatch.parse({ interactions: [{ user_message: 'hi' }] });
    const added = { check: { text: 'New' }, turn: null, at: 0 };
    assert.deepEqual(replaceCheck(scenario, added).checks, [{ text: 'New' }]);
  });
});

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
