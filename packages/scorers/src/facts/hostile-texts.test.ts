import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readClauses } from '../clauses/read-clauses.ts';
import { readPlain } from '../language/read-plain.ts';
import { readText } from '../text/read-text.ts';
import { compareTexts } from './compare-texts.ts';
import { readFacts } from './read-facts.ts';

const LENGTH = 100_000;
/** Ten times the duration of a text of this length on an idle machine. A quadratic pattern takes a minute. */
const MAX_MS = 800;

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

/** Minimum CPU time of three tries, because other processes share the CPU caches. */
function leastMs(run: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

describe('hostile texts', () => {
  for (const piece of PIECES) {
    it(`repeated ${JSON.stringify(piece)} is read in time`, () => {
      const text = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
      const plainMs = leastMs(() => void readPlain(text));
      assert.ok(plainMs < MAX_MS, `plain text: ${plainMs} ms`);
      const plain = readPlain(text);
      const factsMs = leastMs(() => void readFacts(plain));
      assert.ok(factsMs < MAX_MS, `facts: ${factsMs} ms`);
      const clausesMs = leastMs(() => void readClauses(plain));
      assert.ok(clausesMs < MAX_MS, `clauses: ${clausesMs} ms`);
    });
  }

  it('two hostile texts are compared in time', () => {
    const texts = PIECES.map((piece) => readText(piece.repeat(LENGTH)));
    for (const [at, reply] of texts.entries()) {
      const reference = texts[(at + 7) % texts.length];
      assert.ok(reference);
      for (const other of [reply, reference]) {
        const ms = leastMs(() => void compareTexts(reply, other));
        assert.ok(ms < MAX_MS, `${PIECES[at]}: ${ms} ms`);
      }
    }
  });
});
