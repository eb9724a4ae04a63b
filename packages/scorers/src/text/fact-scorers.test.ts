import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreFailure, scoreReply } from '../score-turn.ts';
import type { Scored } from '../scorer.ts';
import { readText } from './read-text.ts';

const scoring = { weights: { reply: 0.7, metadata: 0.3 }, scorers: ['consistency'] as const };

function score(reply: string, reference: string, judge?: number): Required<Scored> {
  const said = { text: readText(reply), metadata: {}, absent: 'wrong' as const };
  const expected = { reference_reply: reference, reference_metadata: {} };
  return scoreReply(judge === undefined ? said : { ...said, judge }, expected, scoring);
}

describe('consistency', () => {
  it('consistency is 1 without contradictions, even if the reply omits facts', () => {
    assert.equal(score('It ships on 6 May', 'It ships on May 6').scores['consistency'], 1);
    assert.equal(score('It ships soon', 'It ships on May 6').scores['consistency'], 1);
  });

  it('consistency is 0 with an explanation if the reply contradicts the reference, with or without a judge', () => {
    for (const judge of [undefined, 1]) {
      const found = score('It costs 41 EUR', 'It costs 14 EUR', judge);
      assert.deepEqual(found.scores, { consistency: 0 });
      assert.deepEqual(found.flags, ['conflict']);
      assert.deepEqual(found.details['consistency'], {
        contradictions: ['reference says 14 eur, reply says 41 eur'],
      });
    }
  });

  it('consistency is absent without a reference, and null for a failed request', () => {
    assert.deepEqual(score('It costs 41 EUR', '').scores, {});
    const expected = { reference_reply: 'Yes', reference_metadata: {} };
    assert.deepEqual(scoreFailure(expected, scoring), { consistency: null });
    assert.deepEqual(scoreFailure({ ...expected, reference_reply: '' }, scoring), {});
  });
});
