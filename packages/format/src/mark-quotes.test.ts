import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markQuotes } from './mark-quotes.ts';

const marked = (text: string, ...quotes: string[]): readonly string[] =>
  markQuotes(text, quotes)
    .filter((part) => part.quotes.length > 0)
    .map((part) => part.text);

test('a quote is marked in the text although case, spacing, emphasis and typographic signs differ', () => {
  const reply = 'I’ve  blocked **the card**\nending “4471” – it’s done…';
  assert.deepEqual(marked(reply, `i've blocked the CARD ending "4471" - it's done...`), [reply]);
  assert.deepEqual(marked(reply, 'the card ending'), ['the card**\nending']);
  assert.deepEqual(marked('La cafe\u0301 est ouvert', 'CAF\u00C9 est'), ['cafe\u0301 est']);
});

test('words that are not in the text are not marked', () => {
  assert.deepEqual(marked('It costs 30 euros', 'It costs 40 euros', '', ' ', '**'), []);
  assert.deepEqual(markQuotes('', ['a']), []);
});

test('overlapping quotes are one mark that names both, and adjacent ones are two', () => {
  assert.deepEqual(markQuotes('one two three four', ['two three', 'one two', 'four']), [
    { text: 'one two three', quotes: [1, 0] },
    { text: ' ', quotes: [] },
    { text: 'four', quotes: [2] },
  ]);
  assert.deepEqual(marked('abc def', 'abc', 'def'), ['abc', 'def']);
});

test('the parts of a marked text together are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, quotes) => {
      assert.equal(
        markQuotes(text, quotes)
          .map((part) => part.text)
          .join(''),
        text,
      );
    }),
  );
});

/** Changes that models make when they copy a text. */
const COPIES: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase().toLowerCase(),
  (text) => text.replaceAll(' ', '\n  '),
  (text) => text.replaceAll("'", '’').replaceAll('"', '“'),
  (text) => text.replaceAll('-', '–'),
  (text) => `**${text}**`,
  (text) => text.normalize('NFD'),
  (text) => text,
];

const WORDS = ["don't", '"refund"', '4471', 'week-end', 'café', 'Ärger', 'ok…', '你好', 'Σοφός'];

test('every quote of whole words is found, however the judge copied it', () => {
  const samples = fc.record({
    words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
    first: fc.nat(),
    length: fc.nat(),
    copy: fc.constantFrom(...COPIES),
  });
  fc.assert(
    fc.property(samples, ({ words, first, length, copy }) => {
      const from = first % words.length;
      const to = from + 1 + (length % (words.length - from));
      const quoted = words.slice(from, to).join(' ');
      assert.deepEqual(marked(words.join(' '), copy(quoted)), [quoted]);
    }),
  );
});
