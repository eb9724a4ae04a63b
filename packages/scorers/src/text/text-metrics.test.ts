import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import { scorers } from '../registry.ts';
import type { TextScorer } from '../scorer.ts';
import { chrf } from './chrf.ts';
import { commonSubsequence, exactMatch, tokenF1 } from './token-metrics.ts';
import { levenshtein } from './levenshtein.ts';
import { MAX_COMPARED_LENGTH, readText, type Text } from './read-text.ts';

/** The scorers that compare two texts. */
const METRICS = scorers.filter((scorer): scorer is TextScorer => 'compare' in scorer);

/** Characters of different case, script, direction and number of units, including combining ones. */
const ANY_LETTER = fc.constantFrom(
  ...Array.from("aBßİéﬁ1½ \n.'_אشك٣今日はไท한😀𝒳𠮷"),
  'e\u0301',
  '\u200d',
  '\ufe0f',
  '\ufdfa',
  '\ud83d',
  '👩‍👧',
);
const ANY_TEXT = fc.oneof(
  fc.string({ unit: ANY_LETTER, maxLength: 80 }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('we', 'can', 'not', 'ship', 'it'), { maxLength: 90 })
    .map((w) => w.join(' ')),
);

describe('text metrics', () => {
  it('the text metrics are the scorers of the registry that compare two texts', () => {
    for (const name of ['exact_match', 'token_f1', 'rouge_l', 'levenshtein', 'chrf']) {
      assert.ok(
        METRICS.some((metric) => metric.name === name),
        name,
      );
    }
  });

  for (const { name, compare, isSymmetric } of METRICS) {
    it(`${name} is in [0, 1], 1 for equal texts, and never throws`, () => {
      fc.assert(
        fc.property(ANY_TEXT, ANY_TEXT, (a, b) => {
          const score = compare(readText(a), readText(b));
          assert.ok(score >= 0 && score <= 1, `${score}`);
          assert.equal(compare(readText(a), readText(a)), 1);
        }),
      );
    });

    if (isSymmetric !== true) continue;
    it(`${name} is symmetric`, () => {
      fc.assert(
        fc.property(ANY_TEXT, ANY_TEXT, (a, b) => {
          const [one, other] = [readText(a), readText(b)];
          assert.equal(compare(one, other), compare(other, one));
        }),
      );
    });
  }
});

describe('tokenF1', () => {
  it('tokenF1 counts a repeated word as often as both texts have it', () => {
    assert.equal(tokenF1(readText('no no no no'), readText('no')), 0.4);
  });
});

describe('commonSubsequence', () => {
  it('commonSubsequence equals the textbook algorithm', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const words = fc.array(word, { maxLength: 130 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [one, other] = [readText(a.join(' ')), readText(b.join(' '))];
        assert.equal(commonSubsequence(one, other), naiveSubsequence(a, b));
      }),
    );
  });
});

describe('levenshtein', () => {
  it('levenshtein counts code points, not UTF-16 units', () => {
    assert.equal(levenshtein(readText('a𠮷c'), readText('a𠮸c')), 1 - 1 / 3);
    assert.equal(levenshtein(readText('𠮷𠮷'), readText('ab')), 0);
    assert.equal(levenshtein(readText('a\u{10400}'), readText('a\u{10428}')), 1);
  });

  it('levenshtein equals the textbook algorithm, including common prefixes and suffixes', () => {
    const ends = fc.tuple(ANY_TEXT, ANY_TEXT);
    fc.assert(
      fc.property(ends, ANY_TEXT, ANY_TEXT, ([start, end], a, b) => {
        const [one, other] = [readText(start + a + end), readText(start + b + end)];
        const [said, expected] = [Array.from(one.norm), Array.from(other.norm)];
        const longest = Math.max(said.length, expected.length, 1);
        assert.equal(levenshtein(one, other), 1 - naiveDistance(said, expected) / longest);
      }),
    );
  });
});

describe('chrf', () => {
  it('chrf equals a naive count of n-gram strings', () => {
    fc.assert(
      fc.property(ANY_TEXT, ANY_TEXT, (a, b) => {
        const [one, other] = [readText(a), readText(b)];
        const difference = chrf(one, other) - naiveChrf(one.norm, other.norm);
        assert.ok(Math.abs(difference) < 1e-12, `${difference}`);
      }),
    );
  });

  it('chrf does not depend on earlier comparisons', () => {
    const [a, b, c] = ['we can ship it', 'we cannot ship it', 'x'].map(readText);
    assert.ok(a && b && c);
    const first = chrf(a, b);
    chrf(c, b);
    chrf(a, c);
    assert.equal(chrf(a, b), first);
  });
});

describe('overlong texts', () => {
  const head = 'word '.repeat(MAX_COMPARED_LENGTH / 5);

  it('overlong texts are compared up to the limit, except by exact_match', () => {
    const [one, other] = [readText(`${head}end`), readText(`${head}other end`)];
    for (const { name, compare } of METRICS) {
      assert.equal(compare(one, other), name === 'exact_match' ? 0 : 1, name);
    }
    assert.equal(exactMatch(one, readText(`${head} END.`)), 1);
  });

  it('overlong texts are never cut inside a character', () => {
    const text = readText(`a${'😀'.repeat(MAX_COMPARED_LENGTH)}`);
    assert.ok(text.isCut && text.norm.isWellFormed());
  });

  it('overlong texts of any content are scored in at most 20 times the time of ordinary ones', () => {
    const score = (unit: string) => (): void => {
      const [one, other] = [mebibyte(unit), mebibyte(`${unit}b`)];
      for (const { compare } of METRICS) compare(one, other);
      assert.ok(one.facts.length >= 0 && one.clauses.clauses.length >= 0);
    };
    const mebibyte = (unit: string): Text => readText(unit.repeat(2 ** 20 / unit.length));
    const bare = score('The new card arrives on 5 May and costs 12.50 euros. ');
    const units = [
      'a',
      'a ',
      '1',
      '1.',
      'a-',
      'a@',
      '9-a_',
      '今',
      '\ufdfa',
      '😀',
      'www.',
      '\n1. ',
      ' 1 2',
    ];
    // The slowest takes 5 times as long.
    for (const unit of units) assertTimes(20, JSON.stringify(unit), { work: score(unit), bare });
  });
});

function naiveSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const x of a) {
    const next = [0];
    for (const [at, y] of b.entries()) {
      const [before = 0, above = 0, left = 0] = [row[at], row[at + 1], next[at]];
      next.push(x === y ? before + 1 : Math.max(above, left));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function naiveDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [no, x] of a.entries()) {
    const next = [no + 1];
    for (const [at, y] of b.entries()) {
      const [before = 0, above = 0, left = 0] = [row[at], row[at + 1], next[at]];
      next.push(Math.min(above + 1, left + 1, before + (x === y ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function naiveChrf(a: string, b: string): number {
  const [said, expected] = [a, b].map((text) => Array.from(text.replaceAll(' ', '')));
  if (!said?.length || !expected?.length) return said?.length === expected?.length ? 1 : 0;
  const orders = Math.min(6, said.length, expected.length);
  let [precision, recall] = [0, 0];
  for (let n = 1; n <= orders; n += 1) {
    const [grams, left] = [naiveGrams(said, n), naiveGrams(expected, n)];
    const shared = grams.filter((gram) => {
      const at = left.indexOf(gram);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    }).length;
    precision += shared / (said.length - n + 1) / orders;
    recall += shared / (expected.length - n + 1) / orders;
  }
  return precision + recall === 0 ? 0 : (5 * precision * recall) / (4 * precision + recall);
}

function naiveGrams(letters: readonly string[], n: number): string[] {
  return Array.from({ length: letters.length - n + 1 }, (_, at) =>
    letters.slice(at, at + n).join(''),
  );
}
