import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Budget } from './budget.ts';
import { MAX_COMPARED_LENGTH, readText } from './text/read-text.ts';
import { scorers } from './registry.ts';
import { scoreFailure, scoreReply, withoutInapplicable } from './score-turn.ts';
import type { Reply, Scored } from './scorer.ts';

const WEIGHTS = { reply: 0.7, metadata: 0.3 };

const expected = {
  reference_reply: 'Your card is blocked.',
  reference_metadata: { intent: 'confirm_action', sentiment: 'neutral' },
};

function toReply(text: string, changes: Partial<Reply> = {}): Reply {
  return { text: readText(text), metadata: {}, absent: 'wrong', ...changes };
}

function scoreText(
  text: string,
  reference: string,
  changes: Partial<Reply> = {},
): Required<Scored> {
  const without = { reference_reply: reference, reference_metadata: {} };
  return scoreReply(toReply(text, changes), without, { weights: WEIGHTS });
}

describe('the registry', () => {
  it('a scorer comes after the scorers that it needs', () => {
    const known = new Set<string>();
    for (const { name, needs = [] } of scorers) {
      for (const need of needs) assert.ok(known.has(need), `${name} needs ${need}`);
      known.add(name);
    }
  });

  for (const { name, examples = [] } of scorers) {
    for (const [reply, reference, score, ...flags] of examples) {
      it(`${name} of "${reply}" is ${score} if "${reference}" is expected`, () => {
        const scored = scoreReply(
          toReply(reply),
          { reference_reply: reference, reference_metadata: {} },
          { weights: WEIGHTS, scorers: [name] },
        );
        assert.equal(scored.scores[name]?.toFixed(4), score?.toFixed(4));
        assert.equal(scored.scores[name] === null, score === null);
        assert.deepEqual(scored.flags, flags);
      });
    }
  }
});

describe('scoreReply', () => {
  it('scoreReply scores the text and every expected annotation', () => {
    const metadata = { intent: 'Confirm Action', sentiment: 'positive', tone: 'warm' };
    const reply = toReply('your card is blocked', { metadata });
    const { scores, details, flags } = scoreReply(reply, expected, { weights: WEIGHTS });
    const alone = scorers.map(({ name }) =>
      scoreReply(reply, expected, { weights: WEIGHTS, scorers: [name] }),
    );
    assert.deepEqual(scores, {
      ...Object.assign({}, ...alone.map((only) => only.scores)),
      exact_match: 1,
      token_f1: 1,
      rouge_l: 1,
      levenshtein: 1,
      chrf: 1,
      key_facts: null,
      consistency: 1,
      metadata: 0.5,
      'metadata.intent': 1,
      'metadata.sentiment': 0,
      reply: 1,
      overall: 0.85,
      answered: 1,
    });
    assert.deepEqual(details, {
      ...Object.assign({}, ...alone.map((only) => only.details)),
      key_facts: { missing: [], extra: [] },
      consistency: { contradictions: [] },
      metadata: { extra: ['tone'] },
    });
    assert.deepEqual(flags, []);
  });

  it('scoreReply leaves out metrics without a reference', () => {
    assert.deepEqual(scoreText('Hi', '').scores, { answered: 1 });
  });

  it('a missing annotation scores 0, and one that could not be derived scores null', () => {
    const given = scoreReply(toReply('x'), expected, { weights: WEIGHTS }).scores;
    assert.equal(given['metadata'], 0);
    const impossible = scoreReply(toReply('x', { absent: 'unknown' }), expected, {
      weights: WEIGHTS,
    }).scores;
    assert.equal(impossible['metadata'], null);
    assert.equal(impossible['metadata.intent'], null);
    assert.equal(impossible['overall'], impossible['reply']);
  });

  it('every score is in [0, 1] for any two texts, and 1 for equal texts', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem());
    fc.assert(
      fc.property(text, text, (a, b) => {
        for (const score of Object.values(scoreText(a, b).scores)) {
          assert.ok(score === null || (score >= 0 && score <= 1), `${score}`);
        }
        const { scores, flags } = scoreText(a, a);
        assert.ok(Object.values(scores).every((score) => score === null || score === 1));
        assert.deepEqual(flags, []);
      }),
    );
  });

  it('scoreReply flags that only the beginnings were compared', () => {
    const long = 'x'.repeat(MAX_COMPARED_LENGTH + 1);
    assert.deepEqual(scoreText(long, 'x').flags, ['text_truncated']);
    assert.deepEqual(scoreText('x', long).flags, ['text_truncated']);
    assert.deepEqual(scoreText(long, '').flags, []);
  });
});

describe('reply', () => {
  it('reply is capped at key_facts if a fact is replaced by another of its kind', () => {
    const found = scoreText('Your order 1234 ships on May 5', 'Your order 1234 ships on May 6');
    assert.equal(found.scores['key_facts'], 0.5);
    assert.equal(found.scores['reply'], 0.5);
    assert.deepEqual(found.flags, ['conflict']);
    assert.deepEqual(found.details['key_facts'], {
      missing: ['date 05-06'],
      extra: ['date 05-05'],
    });
  });

  it('reply is capped at 0.5 + 0.5 · recall if a fact is omitted', () => {
    const found = scoreText('Your order ships on May 6', 'Your order 1234 ships on May 6');
    assert.equal(found.scores['reply'], 0.75);
    assert.deepEqual(found.flags, ['omission']);
  });

  it('reply is capped at 0.5 if one of two similar texts is negated', () => {
    const found = scoreText('We cannot issue a refund', 'We can issue a refund');
    assert.equal(found.scores['reply'], 0.5);
    assert.deepEqual(found.flags, ['negation_flip']);
    assert.deepEqual(scoreText('No, never', 'Your card is on its way').flags, []);
  });

  it('reply is the mean of the text metrics, or of semantic similarity and token_f1', () => {
    const texts = ['The United States of America.', 'united states of america'] as const;
    assert.equal(scoreText(...texts).scores['reply']?.toFixed(4), '0.9154');
    const semantic = scoreText(...texts, { semantic: 0.5 });
    assert.equal(semantic.scores['reply']?.toFixed(4), '0.6944');
  });

  it('reply is the judge score, flagged but not capped, and null if the judge failed', () => {
    const texts = ['We cannot issue a refund', 'We can issue a refund'] as const;
    const judged = scoreText(...texts, { judge: 0.8, semantic: 0.1 });
    assert.equal(judged.scores['reply'], 0.8);
    assert.deepEqual(judged.flags, ['negation_flip']);
    const failed = scoreText(...texts, { judge: null });
    assert.deepEqual([failed.scores['reply'], failed.scores['overall']], [null, null]);
    assert.equal(scoreText(...texts, { semantic: null }).scores['reply'], null);
  });
});

describe('scoreFailure', () => {
  const facts = { ...expected, reference_reply: 'It ships on May 6' };
  const nothing = { reference_reply: '', reference_metadata: {} };
  const labels = { ...expected, reference_reply: '' };

  it('a failed request is null under every key of a scored reply, and 0 in answered', () => {
    for (const interaction of [expected, facts, nothing, labels]) {
      const failure = scoreFailure(interaction, { weights: WEIGHTS });
      const reply = scoreReply(toReply('x'), interaction, { weights: WEIGHTS }).scores;
      assert.deepEqual(Object.keys(failure), Object.keys(withoutInapplicable(reply)));
      const { answered, ...others } = failure;
      assert.equal(answered, 0);
      assert.ok(Object.values(others).every((score) => score === null));
    }
    assert.equal(scoreFailure(facts, { weights: WEIGHTS })['key_facts'], null);
  });

  it('a failed request has null model scores only if the run calls a model', () => {
    assert.ok(!('judge' in scoreFailure(expected, { weights: WEIGHTS })));
    const asked = scoreFailure(expected, {
      weights: WEIGHTS,
      modelScorers: ['judge', 'semantic_similarity'],
    });
    assert.deepEqual([asked['judge'], asked['semantic_similarity']], [null, null]);
    assert.deepEqual(scoreFailure(nothing, { weights: WEIGHTS, modelScorers: ['judge'] }), {
      answered: 0,
    });
  });

  it('model scores are shown if a model was called, otherwise absent', () => {
    const said = scoreText('Hi', 'Hello', { judge: 0.5, semantic: 0.25 }).scores;
    assert.deepEqual([said['judge'], said['semantic_similarity'], said['reply']], [0.5, 0.25, 0.5]);
    const unasked = scoreText('Hi', 'Hello').scores;
    assert.ok(!('judge' in unasked) && !('semantic_similarity' in unasked));
    assert.ok(!('judge' in scoreText('Hi', '', { judge: 0.5 }).scores));
  });
});

describe('withoutInapplicable', () => {
  it('withoutInapplicable drops null of a metric without anything to compare, and keeps null of a failed one', () => {
    assert.deepEqual(withoutInapplicable({ key_facts: null, metadata: null, reply: 1 }), {
      metadata: null,
      reply: 1,
    });
    assert.deepEqual(withoutInapplicable({ key_facts: 0 }), { key_facts: 0 });
  });

  it('withoutInapplicable keeps the nulls of a failed request', () => {
    const failed = { key_facts: null, reply: null, answered: 0 };
    assert.deepEqual(withoutInapplicable(failed), failed);
  });
});

describe('a reply whose time is spent', () => {
  it('has null for what was left out, and keeps what only combines other results', () => {
    const timeBudget: Budget = { spend: () => ({ failure: 'it took too long' }) };
    const { scores, details } = scoreReply(
      toReply('Your card is blocked.', { metadata: expected.reference_metadata }),
      expected,
      { weights: WEIGHTS, timeBudget },
    );
    assert.deepEqual(
      [scores['token_f1'], scores['reply'], scores['metadata'], scores['overall']],
      [null, null, 1, null],
    );
    assert.equal(scores['answered'], 1);
    assert.equal('judge' in scores, false, 'no judge was asked');
    assert.deepEqual(details['token_f1'], { failure: 'it took too long' });
  });
});
