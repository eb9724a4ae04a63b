import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chrfOf } from './chrf.ts';
import { boundChrf, indexGrams } from './gram-index.ts';
import { findMostSimilar, nearestReference } from './nearest-reference.ts';
import { readText } from './read-text.ts';

/** Few letters and words, so that texts share a lot, repeat themselves and tie in similarity. */
const TEXT = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '今', '😀'), maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('we', 'can', 'cannot', 'ship', 'it', 'на', '今日'), { maxLength: 60 })
    .map((words) => words.join(' ')),
);
const CODE_POINTS = TEXT.map((text) => readText(text).codePoints);

describe('boundChrf', () => {
  it('boundChrf is at least the similarity for any texts', () => {
    fc.assert(
      fc.property(CODE_POINTS, fc.array(CODE_POINTS), (said, others) => {
        const bounds = boundChrf(said, indexGrams(others));
        for (const [at, other] of others.entries()) {
          assert.ok((bounds[at] ?? 0) >= chrfOf(said, other) - 1e-9);
        }
      }),
    );
  });

  it('boundChrf is at least the similarity despite hash collisions of long texts', () => {
    const [one, other] = ['', 'x'].map((start) =>
      Int32Array.from({ length: 4000 }, (_, at) => start.length + ((at * at * 31) % 9973)),
    );
    assert.ok(one !== undefined && other !== undefined);
    const [bound = 0] = boundChrf(one, indexGrams([other]));
    assert.ok(bound >= chrfOf(one, other));
  });
});

describe('findMostSimilar', () => {
  it('findMostSimilar equals an exhaustive comparison', () => {
    fc.assert(
      fc.property(CODE_POINTS, fc.array(CODE_POINTS, { minLength: 1 }), (said, others) => {
        const similarities = others.map((other) => chrfOf(said, other));
        const found = findMostSimilar(
          boundChrf(said, indexGrams(others)),
          (at) => similarities[at] ?? 0,
        );
        const similarity = Math.max(...similarities);
        assert.deepEqual(found, { at: similarities.indexOf(similarity), similarity });
      }),
    );
  });

  it('findMostSimilar compares a reply with few of a hundred references', () => {
    const topics = ['card', 'parcel', 'invoice', 'flight', 'password', 'router', 'refund'];
    const references = Array.from({ length: 100 }, (_, at) => {
      const [topic = '', next = ''] = [topics[at % 7], topics[(at * 3 + 1) % 7]];
      return readText(
        `Your ${topic} number ${at * 37} is ready, but the ${next} still waits for you.`,
      );
    }).map(({ codePoints }) => codePoints);
    const said = readText('Number 1184 is ready: your password. The invoice waits.').codePoints;
    let compared = 0;
    findMostSimilar(boundChrf(said, indexGrams(references)), (at) => {
      compared += 1;
      return chrfOf(said, references[at] ?? new Int32Array());
    });
    assert.ok(compared <= 10, `${compared} comparisons`);
  });
});

describe('nearestReference', () => {
  const expected = {
    reference_reply: 'Your card is blocked.',
    reference_metadata: { intent: 'confirm_action', sentiment: 'neutral' },
  };
  const other = { reference_reply: 'Have a good trip.', reference_metadata: { intent: 'close' } };

  it('nearestReference gives an exact reply its own labels', () => {
    const found = nearestReference(readText('Your card is blocked.'), [other, expected]);
    assert.deepEqual(found, expected.reference_metadata);
  });

  it('nearestReference gives no labels to a reply that matches no reference', () => {
    for (const said of ['', 'Purple elephants dance on the moon at noon.', '对不起，我不知道。']) {
      for (const expectations of [[expected], [expected, other]]) {
        assert.deepEqual(nearestReference(readText(said), expectations), {}, said);
      }
    }
  });

  it('nearestReference is undefined if no interaction has a reference reply', () => {
    const text = readText('x');
    assert.equal(nearestReference(text, [{ ...expected, reference_reply: '' }]), undefined);
  });
});
