import { Check, DEFAULT_WEIGHTS } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreFailure, scoreReply } from './score-turn.ts';
import type { Reply } from './scorer.ts';
import { readText } from './text/read-text.ts';

const WEIGHTS = { reply: 0.7, metadata: 0.3 };

const expected = {
  reference_reply: 'Your card is blocked.',
  reference_metadata: { intent: 'confirm_action', sentiment: 'neutral' },
};

function toReply(text: string, changes: Partial<Reply> = {}): Reply {
  return { text: readText(text), metadata: {}, absent: 'wrong', ...changes };
}

const ALL = [{ passed: true, detail: '' }];
const NONE = [{ passed: false, detail: '' }];
const HALF = [...ALL, ...NONE];

describe('overall', () => {
  it('overall uses the ratio of the given weights', () => {
    const reply = toReply('your card is blocked');
    const overall = (weights: typeof WEIGHTS): unknown =>
      scoreReply(reply, expected, { weights }).scores['overall'];
    assert.equal(overall({ reply: 1, metadata: 3 }), 0.25);
    assert.equal(overall({ reply: 0, metadata: 1 }), 0);
  });

  it('overall equals the only applicable part', () => {
    const metadata = { intent: 'close' };
    const labels = { reference_reply: '', reference_metadata: metadata };
    assert.equal(
      scoreReply(toReply('x', { metadata }), labels, { weights: WEIGHTS }).scores['overall'],
      1,
    );
    const text = { reference_reply: 'x', reference_metadata: {} };
    assert.equal(scoreReply(toReply('x'), text, { weights: WEIGHTS }).scores['overall'], 1);
    const unknown = scoreReply(toReply('x', { absent: 'unknown' }), labels, { weights: WEIGHTS });
    assert.equal(unknown.scores['overall'], null);
  });
});

describe('checks', () => {
  const checks = [{ max_words: 3 }];
  const asserted = { ...expected, checks };
  const only = { reference_reply: '', reference_metadata: {}, checks };
  const weights = { reply: 0, metadata: 1, checks: 3 };

  it('checks have weight 1 in overall by default, and similarity has weight 0', () => {
    const reply = toReply('your card is blocked', { checked: HALF });
    const { scores } = scoreReply(reply, asserted, { weights: DEFAULT_WEIGHTS });
    assert.equal(scores['reply'], 1);
    assert.equal(scores['overall'], 0.5 / 1.3);
    const alone = scoreReply(toReply('x', { checked: ALL }), only, { weights: DEFAULT_WEIGHTS });
    assert.deepEqual(alone.scores, { checks: 1, overall: 1, answered: 1 });
  });

  it('checks have weight 1 next to 0.7 for a judge, and overall is null if the judge failed', () => {
    const overall = (judge: number | null): unknown => {
      const reply = toReply('your card is blocked', { checked: HALF, judge });
      return scoreReply(reply, asserted, { weights: DEFAULT_WEIGHTS }).scores['overall'];
    };
    assert.equal(overall(1), (0.7 + 0.5) / 2);
    assert.equal(overall(null), null);
  });

  it('checks decide overall if the similarity without weight could not be computed', () => {
    const reply = toReply('your card is blocked', { checked: HALF, semantic: null });
    const { scores } = scoreReply(reply, asserted, { weights: DEFAULT_WEIGHTS });
    assert.equal(scores['overall'], 0.5 / 1.3);
  });

  it('checks do not count in overall if the weights of a request omit them', () => {
    const reply = toReply('your card is blocked', { checked: HALF });
    const { scores } = scoreReply(reply, asserted, { weights: WEIGHTS });
    assert.equal(scores['checks'], 0.5);
    assert.equal(scores['overall'], 0.7);
    const alone = scoreReply(toReply('x', { checked: ALL }), only, { weights: WEIGHTS }).scores;
    assert.deepEqual(alone, { checks: 1, answered: 1 });
  });

  it('checks count in overall if they have a weight', () => {
    const reply = toReply('your card is blocked', { checked: HALF });
    assert.equal(scoreReply(reply, asserted, { weights }).scores['overall'], 0.375);
    assert.equal(scoreReply(reply, only, { weights }).scores['overall'], 0.5);
  });

  it('checks with an id are a separate metric: 1 if all checks with that id pass', () => {
    const named = [
      { max_words: 3, id: 'short' },
      { contains: 'card', id: 'names-it' },
      { contains: 'now', id: 'short' },
    ].map((check) => Check.parse(check));
    const checked = [true, true, false].map((passed) => ({ passed, detail: '' }));
    const { scores } = scoreReply(
      toReply('x', { checked }),
      { ...only, checks: named },
      { weights: WEIGHTS },
    );
    assert.equal(scores['checks.short'], 0);
    assert.equal(scores['checks.names-it'], 1);
    const failed = scoreFailure({ ...only, checks: named }, { weights: WEIGHTS });
    assert.equal(failed['checks.short'], null);
  });

  it('checks of a failed request are null under the same keys as for a reply', () => {
    assert.deepEqual(scoreFailure(only, { weights: WEIGHTS }), { checks: null, answered: 0 });
    assert.deepEqual(scoreFailure(only, { weights }), { checks: null, overall: null, answered: 0 });
  });
});

describe('own scorers', () => {
  const weights = { reply: 1, metadata: 0, tone: 3 };
  const text = { reference_reply: 'x', reference_metadata: {} };

  it('own scorers count in overall by their weight, and not without one', () => {
    const reply = toReply('x', { own: { tone: 0.5, brand: 0 } });
    const { scores } = scoreReply(reply, text, { weights });
    assert.deepEqual([scores['overall'], scores['tone'], scores['brand']], [0.625, 0.5, 0]);
    assert.equal(scoreReply(reply, text, { weights: WEIGHTS }).scores['overall'], 1);
    const unseen = scoreReply(reply, text, { weights, scorers: ['overall', 'brand'] }).scores;
    assert.deepEqual(unseen, { overall: 0.625, brand: 0 });
  });

  it('own scorers without a score leave overall unscored if they have a weight', () => {
    const reply = toReply('x', { own: { tone: null } });
    assert.equal(scoreReply(reply, text, { weights }).scores['overall'], null);
    assert.equal(scoreReply(reply, text, { weights: WEIGHTS }).scores['overall'], 1);
    const nothing = { reference_reply: '', reference_metadata: {} };
    const failed = scoreFailure(nothing, { weights, ownScorers: ['tone'] });
    assert.deepEqual(failed, { overall: null, answered: 0, tone: null });
  });
});
