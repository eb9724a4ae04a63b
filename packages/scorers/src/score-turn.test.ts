import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestReference } from './nearest-reference.ts';
import { scoreFailure, scoreReply } from './score-turn.ts';

const expected = {
  reference_reply: 'Your card is blocked.',
  reference_metadata: { intent: 'confirm_action', sentiment: 'neutral' },
};

describe('scoreReply', () => {
  it('scores the text and every expected annotation', () => {
    const metadata = { intent: 'Confirm Action', sentiment: 'positive', tone: 'warm' };
    const { scores, details } = scoreReply(
      { text: 'your card is blocked', metadata, absent: 'wrong' },
      expected,
    );
    assert.deepEqual(scores, {
      exact_match: 1,
      token_f1: 1,
      metadata: 0.5,
      'metadata.intent': 1,
      'metadata.sentiment': 0,
      answered: 1,
    });
    assert.deepEqual(details, { metadata: { extra: ['tone'] } });
  });

  it('leaves out what the interaction gives no reference for', () => {
    const nothing = { reference_reply: '', reference_metadata: {} };
    const { scores } = scoreReply({ text: 'Hi', metadata: {}, absent: 'wrong' }, nothing);
    assert.deepEqual(scores, { answered: 1 });
  });

  it('scores an annotation that was not given 0, and one nobody could give null', () => {
    const silent = { text: 'x', metadata: {} };
    const given = scoreReply({ ...silent, absent: 'wrong' }, expected).scores;
    assert.equal(given['metadata'], 0);
    const impossible = scoreReply({ ...silent, absent: 'unknown' }, expected).scores;
    assert.equal(impossible['metadata'], null);
    assert.equal(impossible['metadata.intent'], null);
  });
});

describe('scoreFailure', () => {
  it('is 0 under the same keys as a reply', () => {
    const failure = scoreFailure(expected);
    const reply = scoreReply({ text: 'x', metadata: {}, absent: 'wrong' }, expected).scores;
    assert.deepEqual(Object.keys(failure), Object.keys(reply));
    assert.ok(Object.values(failure).every((score) => score === 0));
  });
});

describe('nearestReference', () => {
  const other = { reference_reply: 'Have a good trip.', reference_metadata: { intent: 'close' } };

  it('gives a word-perfect reply its own labels', () => {
    const found = nearestReference('Your card is blocked.', [other, expected]);
    assert.deepEqual(found, expected.reference_metadata);
  });

  it('gives a reply that is like none of them no labels', () => {
    assert.deepEqual(nearestReference('', [expected]), {});
  });

  it('finds nothing where no interaction has a reference reply', () => {
    assert.equal(nearestReference('x', [{ ...expected, reference_reply: '' }]), undefined);
  });
});
