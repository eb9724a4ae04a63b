import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from './read-text.ts';
import { compareTexts } from './compare-texts.ts';

function explain(reply: string, reference: string): readonly string[] {
  const { contradictions } = compareTexts(readText(reply), readText(reference));
  return contradictions.map(({ flag, explanation }) => `${flag}: ${explanation}`);
}

/** reply, reference, expected explanation */
const CONTRADICTIONS: readonly (readonly [string, string, string])[] = [
  ['It costs 41 EUR.', 'It costs 14 EUR.', 'conflict: reference says 14 eur, reply says 41 eur'],
  ['in 5 lb bags', 'in 5 kg bags', 'conflict: reference says 5 kg, reply says 5 lb'],
  ['at 180 °F', 'at 180 °C', 'conflict: reference says 180 °c, reply says 180 °f'],
  [
    '52 euros a year',
    '52 euros a month',
    'conflict: reference says 52 euros a month, reply says 52 euros a year',
  ],
  ['on Thursday', 'on Tuesday', 'conflict: reference says tuesday, reply says thursday'],
  ['Open at 10 am.', 'Open at 9 am.', 'conflict: reference says 9 am, reply says 10 am'],
  [
    'Take three tablets a day',
    'Take one tablet a day',
    'conflict: reference says one, reply says 3',
  ],
  ['within two weeks', 'within a week', 'conflict: reference says a week, reply says 2 weeks'],
  [
    'It is at number 71 instead of 17.',
    'It is at number 17 instead of 71.',
    'swap: reference says 17 … 71, reply says 71 … 17',
  ],
  [
    'The fee is 20 for adults and 20 for children.',
    'The fee is 20 for adults and 30 for children.',
    'conflict: reference says 30, reply says 20',
  ],
];

/** Facts in different notations, or that one text leaves out. */
const CONSISTENT: readonly (readonly [string, string])[] = [
  ['0.5 g', '500 mg'],
  ['8,000 g', '8 kg'],
  ['0.55 x 0.40 x 0.20 m', '55 x 40 x 20 cm'],
  ['17.6 lb', '8 kg'],
  ['41 °F', '5 °C'],
  ['120 euros a year', '10 euros a month'],
  ['within 1 day', 'within 24 h'],
  ['within 90 days', 'within 3 months'],
  ['10 working days', '10 days'],
  ['from 9 Uhr', 'from 9 am'],
  ['Mon–Fri 9–17', 'Monday to Friday from 9 am to 5 pm'],
  ['closed on Saturday', 'closed at weekends, open Monday to Friday'],
  ['on 06/05/2026', 'on 6 May 2026'],
  ['a bag of 8 kg', 'one bag of 8 kg'],
  ['It takes a while.', 'It takes 3 days.'],
  ['It takes 3 days and costs 5 EUR.', 'It takes 3 days.'],
];

describe('compareTexts', () => {
  for (const [reply, reference, expected] of CONTRADICTIONS) {
    it(`compareTexts finds ${expected}`, () =>
      assert.deepEqual(explain(reply, reference), [expected]));
  }

  for (const [reply, reference] of CONSISTENT) {
    it(`"${reply}" does not contradict "${reference}"`, () =>
      assert.deepEqual(explain(reply, reference), []));
  }

  it('a text does not contradict itself', () => {
    const word = fc.constantFrom(
      ...'two 5 5% may monday not no yes without before after a one kg eur : . , and 10:00 17 refuse free the bag is'.split(
        ' ',
      ),
    );
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), (some) => {
        assert.deepEqual(explain(some, some), []);
      }),
    );
  });

  it('compareTexts never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        assert.ok(Array.isArray(explain(a, b)));
      }),
    );
  });
});
