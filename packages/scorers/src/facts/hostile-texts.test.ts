import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import { readClauses } from '../clauses/read-clauses.ts';
import { readPlain } from '../language/read-plain.ts';
import { readText } from '../text/read-text.ts';
import { compareTexts } from '../text/compare-texts.ts';
import { readFacts } from './read-facts.ts';

const LENGTH = 30_000;
/**
 * A hostile text takes at most this many times as long as an ordinary one of the same length. The slowest takes ten times
 * as long; a quadratic pattern takes hundreds of times as long.
 */
const MOST = 50;
const ORDINARY = repeat(
  'Your card ending 4471 is not blocked any more. The new one arrives on 5 May and costs 12.50 euros. ',
);

function repeat(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
}

/** Pieces that make patterns begin or continue as often as possible. */
const PIECES = [
  'a',
  'a ',
  '1',
  '1 ',
  '1.',
  '1,',
  '1-',
  '1 x ',
  '1.1,',
  'a-1_',
  '-',
  ' ',
  '\n',
  '5 may ',
  'may 5 ',
  '1. 1. ',
  '10:10',
  '1 euro a ',
  '1 000 ',
  '5 working days ',
  'mon-',
  'mon to ',
  'monday',
  'two ',
  'two-',
  'hundred and ',
  'quatre-vingt-',
  'vingt et un ',
  'zweiundzwanzig',
  'half past ',
  "n't",
  'not ',
  'no. ',
  'free of ',
  'nut-free ',
  'the cat is not fed, ',
  'before and after ',
  'a@',
  'a.b@c.',
  'www.',
  'é',
  'ß',
  '\u0301\u0323',
  '\uff9e\u0334',
  '今日は',
  '$1',
  'eur 1',
  '%',
  '° ',
];

describe('hostile texts', () => {
  const ordinary = readPlain(ORDINARY);

  for (const piece of PIECES) {
    it(`repeated ${JSON.stringify(piece)} is read in time`, () => {
      const text = repeat(piece);
      const plain = readPlain(text);
      assertTimes(MOST, 'plain text', {
        work: () => readPlain(text),
        bare: () => readPlain(ORDINARY),
      });
      assertTimes(MOST, 'facts', {
        work: () => readFacts(plain),
        bare: () => readFacts(ordinary),
      });
      assertTimes(MOST, 'clauses', {
        work: () => readClauses(plain),
        bare: () => readClauses(ordinary),
      });
    });
  }

  it('two hostile texts are compared in time', () => {
    const texts = PIECES.map((piece) => readText(piece.repeat(LENGTH)));
    const bare = readText(ORDINARY);
    // All pairs together take four times as long as two ordinary texts.
    assertTimes(MOST, 'all pairs', {
      work: () => {
        for (const [at, reply] of texts.entries()) {
          const reference = texts[(at + 7) % texts.length];
          assert.ok(reference);
          compareTexts(reply, reply);
          compareTexts(reply, reference);
        }
      },
      bare: () => compareTexts(bare, bare),
    });
  });
});
