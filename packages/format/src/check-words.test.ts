import type { CheckResult } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLabel, checkReason, checkStatus, formatCheck } from './check-words.ts';

const JUDGED: CheckResult = {
  text: 'Asks which card',
  passed: true,
  detail: 'met',
  verdict: 'met',
};

describe('the words for a check', () => {
  it('checkLabel returns the text of a judged check, and the type and id of another one', () => {
    assert.equal(checkLabel({ text: 'Asks\nwhich  card' }), 'Asks which card');
    assert.equal(checkLabel({ never: 'Promises a date', id: 'date' }), 'never: Promises a date');
    assert.equal(
      checkLabel({ not_contains: 'x', id: 'refund-rule' }),
      'not contains "refund-rule"',
    );
    assert.equal(checkLabel({ max_words: 3 }), 'max words');
  });

  it('checkLabel shortens a long text without splitting a character', () => {
    assert.equal(checkLabel({ text: '👍'.repeat(100) }), '👍'.repeat(100));
    assert.equal(checkLabel({ text: '👍'.repeat(101) }), `${'👍'.repeat(99)}…`);
  });

  it('checkStatus returns failed only if passed is false', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(true, false, null),
        fc.constantFrom('met', 'not_met', 'not_applicable', 'cannot_tell', 'untrusted', 'failed'),
        fc.boolean(),
        (passed, verdict, optional) => {
          const { label, glyph, tone } = checkStatus({ ...JUDGED, passed, verdict, optional });
          assert.equal(label === 'failed', passed === false);
          assert.equal(glyph === '✗', passed === false);
          assert.equal(tone === 'bad', passed === false && !optional);
        },
      ),
    );
    assert.equal(checkStatus({ ...JUDGED, passed: null }).label, 'not decided');
    const notApplicable = { ...JUDGED, passed: null, verdict: 'not_applicable' } as const;
    assert.equal(checkStatus(notApplicable).label, 'not applicable');
  });

  it('formatCheck gives the label, an open status, the reason and the quotes of a judged check', () => {
    const evidence = [
      { turn: 0, quote: 'Which one?' },
      { turn: 2, quote: 'The  blue\none?' },
    ];
    const reason = 'It asks twice.';
    assert.equal(
      formatCheck({ ...JUDGED, reason, evidence }),
      'Asks which card: It asks twice. "Which one?" (turn 1), "The blue one?" (turn 3)',
    );
    const open = { ...JUDGED, passed: null, verdict: 'cannot_tell', reason: 'Unclear.' } as const;
    assert.equal(formatCheck(open), 'Asks which card: not decided: Unclear.');
    const optional = {
      ...JUDGED,
      optional: true,
      passed: null,
      verdict: 'not_applicable',
    } as const;
    assert.equal(formatCheck(optional), 'Asks which card (optional): not applicable: met');
  });

  it('formatCheck gives the detail of a check that code decides', () => {
    const check = { max_words: 3, passed: false, detail: '9 words' };
    assert.equal(formatCheck(check), 'max words: 9 words');
    assert.equal(checkReason(check), '9 words');
  });
});
