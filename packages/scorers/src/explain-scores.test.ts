import type { Check, Scores } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { explainScores } from './explain-scores.ts';
import { scoreReply } from './score-turn.ts';
import type { Reply } from './scorer.ts';
import { readText } from './text/read-text.ts';

const expected = {
  reference_reply: 'The refund of 40 euros arrives within 5 days.',
  reference_metadata: { intent: 'refund' },
  checks: [{ max_words: 3 }] satisfies Check[],
};
const WRONG = 'The refund of 40 euros arrives within 9 days.';

function toReply(text: string, changes: Partial<Reply> = {}): Reply {
  return { text: readText(text), metadata: { intent: 'other' }, absent: 'wrong', ...changes };
}

describe('explainScores', () => {
  it('an explanation sums up to the score for any weights, grades and checks', () => {
    const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
    const weight = fc.constantFrom(0, 0.3, 0.7, 1, 3);
    const cases = fc.record({
      text: fc.constantFrom('', WRONG, expected.reference_reply, 'Refunds take 40 years'),
      grades: fc.record({ judge: score, semantic: score }, { requiredKeys: [] }),
      weights: fc.record({ reply: weight, metadata: weight, checks: weight, similarity: weight }),
      outcomes: fc.subarray([true, false]),
    });
    fc.assert(
      fc.property(cases, ({ text, grades, weights, outcomes }) => {
        const checked = outcomes.map((passed) => ({ passed, detail: '' }));
        const reply = toReply(text, { ...grades, checked });
        const { scores } = scoreReply(reply, expected, { weights });
        const found = explainScores(reply, expected, { weights, scores });
        assert.ok(found);
        assert.equal(found.overall, scores['overall']);
        if (found.overall === null) return;
        const shares = found.parts.reduce((all, part) => all + part.weight, 0);
        const sum = found.parts.reduce((all, part) => all + part.weight * (part.score ?? 0), 0);
        assert.ok(Math.abs(shares - 1) < 1e-9);
        assert.ok(Math.abs(sum - found.overall) < 1e-9);
      }),
    );
  });

  it('an explanation includes the limits, the facts and the parts that do not count', () => {
    const weights = { reply: 0.7, metadata: 0.3, checks: 1, similarity: 0 };
    const reply = toReply(WRONG, { checked: [{ passed: false, detail: '' }] });
    const { scores } = scoreReply(reply, expected, { weights });
    const found = explainScores(reply, expected, { weights, scores });
    assert.deepEqual(found?.reply?.limits, [
      { flag: 'conflict', limit: 0.5, reason: 'reference says 5 days, reply says 9 days' },
    ]);
    assert.ok((found?.reply?.unlimited ?? 0) > 0.8);
    assert.deepEqual(
      [found?.missing_facts, found?.extra_facts],
      [['measure 5 day'], ['measure 9 day']],
    );
    assert.deepEqual(
      found?.parts.map(({ metric, score, weight }) => [metric, score, weight]),
      [
        ['reply', 0.5, 0],
        ['metadata', 0, 0.3 / 1.3],
        ['checks', 0, 1 / 1.3],
      ],
    );
  });

  it('an explanation is undefined if another version computed the scores', () => {
    const weights = { reply: 0.7, metadata: 0.3 };
    const { scores } = scoreReply(toReply(WRONG), expected, { weights });
    const explain = (changes: Scores): unknown =>
      explainScores(toReply(WRONG), expected, { weights, scores: { ...scores, ...changes } });
    assert.deepEqual([explain({ overall: 0.9 }), explain({ reply: 0.9 })], [undefined, undefined]);
    const { overall: _, ...others } = scores;
    assert.equal(explainScores(toReply(WRONG), expected, { weights, scores: others }), undefined);
  });
});
