import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareFacts } from './compare-facts.ts';
import { labelOf } from './fact.ts';
import { readText } from '../text/read-text.ts';

/** reply, reference, recall, missing, extra */
const CASES = [
  [
    'Your order 1234 ships on May 5',
    'Your order 1234 ships on May 6',
    0.5,
    'date 05-06',
    'date 05-05',
  ],
  ['The fee is $1,200.50 (5%)', 'fee: 1200.5 dollars, 5%', 1, '', ''],
  ['Ships 2026-05-06', 'It ships on May 6th', 1, '', ''],
  ['Ships 2025-05-06', 'It ships on 2026-05-06', 0, 'date 2026-05-06', 'date 2025-05-06'],
  [
    'Call us',
    'Write to help@x.io or see https://x.io/faq.',
    0,
    'url x.io/faq, email help@x.io',
    '',
  ],
  ['Order AB-1293 is late', 'Your order ab-1293 is late', 1, '', ''],
  ['It is 29', 'It is 29 EUR', 1, '', ''],
  ['It is 29 USD', 'It is 29 EUR', 0, 'amount 29 eur', 'amount 29 usd'],
  ['17, 17 and 17', '17 or 17', 1, '', ''],
  ['17', '17 or 17', 0.5, 'number 17', ''],
  ['at 3 pm', 'hi there', undefined, '', 'time 15:00'],
] as const;

describe('compareFacts', () => {
  for (const [reply, reference, recall, missing, extra] of CASES) {
    it(`compareFacts: ${reply} | ${reference}`, () => {
      const found = compareFacts(
        readText(reply).facts.filter((fact) => fact.isWeak !== true),
        readText(reference).facts.filter((fact) => fact.isWeak !== true),
      );
      assert.equal(found.recall, recall);
      assert.equal(found.missing.map(labelOf).join(', '), missing);
      assert.equal(found.extra.map(labelOf).join(', '), extra);
    });
  }

  it('recall is in [0, 1], and a text compared with itself has no missing or extra facts', () => {
    const word = fc.constantFrom(
      'May 5',
      '2026-05-05',
      '5',
      '$5',
      '5 EUR',
      '5%',
      'ab-1',
      '10:00',
      'x',
    );
    const text = fc.array(word).map((words) => words.join(' and '));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [said, expected] = [
          readText(a).facts.filter((fact) => fact.isWeak !== true),
          readText(b).facts.filter((fact) => fact.isWeak !== true),
        ];
        const { recall = 1 } = compareFacts(said, expected);
        assert.ok(recall >= 0 && recall <= 1);
        const same = compareFacts(said, said);
        assert.deepEqual([same.recall ?? 1, same.missing, same.extra], [1, [], []]);
      }),
    );
  });
});
