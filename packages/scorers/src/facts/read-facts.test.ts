import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelOf } from './fact.ts';
import { readText } from '../text/read-text.ts';

const FACTS: Readonly<Record<string, readonly string[]>> = {
  'date 05-05': [
    'May 5',
    'on 5 May',
    'May 5th',
    'the 5th of May',
    '5. Mai',
    'le 5 mai',
    '5 de mayo',
    '5 maggio',
  ],
  'date 2026-05-05': [
    '2026-05-05',
    '05.05.2026',
    '5.5.2026',
    '05.05.26',
    '5/5/2026',
    'May 5, 2026',
    '5 May 2026',
    '5. Mai 2026',
    '5 mai 2026',
    '5 de mayo de 2026',
    '5 maggio 2026',
  ],
  'date 2026-12-24': ['12/24/2026', '24/12/2026', '24. Dez. 2026', 'Dec. 24 2026'],
  'date 05-01': ['1er mai', '1º de mayo'],
  'date 2026-05-06; time 10:00': [
    '2026-05-06T10:00:00+02:00',
    '2026-05-06 10:00',
    'May 6, 2026 at 10:00',
  ],
  'amount 1200.5 usd': ['$1,200.50', 'US$ 1200.5', '1200.50 dollars', 'USD 1,200.50'],
  'amount 1200.5 eur': [
    '1.200,50 EUR',
    '€1,200.50',
    '1 200,50 €',
    '1\u202f200,50 €',
    '1200,5 Euro',
  ],
  'amount 1200 chf': ["1'200 CHF", '1’200 Franken', '1.200 CHF'],
  'percentage 5': ['5%', '5 %', '5 percent', '5 Prozent', '5 pour cent', '5,0 %', '５％'],
  'percentage 2.5': ['2.5%', '2,5 Prozent'],
  'time 15:30': ['15:30', '3:30 pm', '3:30 p.m.', '15.30 Uhr', '15 Uhr 30', '15h30', '15:30:00'],
  'time 10:00': ['10 am', '10:00', '10 a.m.', '10 Uhr'],
  'time 00:00': ['12 am', '00:00'],
  'email help@x.io': ['help@x.io', 'Write to HELP@x.io.'],
  'url x.io/faq': ['https://x.io/faq', 'http://www.x.io/faq/.', '(www.x.io/faq)'],
  'id ab-1293': ['AB-1293', 'order ab-1293.'],
  'id v1.2.3': ['v1.2.3'],
  'id 1.2.3': ['1.2.3'],
  'id 3b': ['flat 3b'],
  'number 1234': ['order 1234', '1,234', '#1234', '1.234', '1 234'.replace(' ', '\u00a0')],
  'number 38.9': ['38.90 is pending', '38,9'],
  'number -5': ['-5 degrees', '−5'],
  'number 20': ['the 20th', 'twenty', 'the twentieth'],
  'measure 20 gb': ['20GB', '20 GB', '20 gigabytes'],
  'measure 20 min': ['20-minute', '20 minutes', 'zwanzig Minuten', 'vingt minutes'],
  'number 77; number 20418': ['77-20418'],
  'number 1; number 2; number 3': ['1,2,3', '1, 2 and 3'],
  'number 7': ['1. First\n2. Second: 7\n'],
  'number 5': ['in room 5. May I help you?'],
  '': ['Hello, how can I help?', 'in May', '8m² of CO₂'.slice(1), 'a@b', 'e.g. this'],
};

describe('readFacts', () => {
  for (const [labels, texts] of Object.entries(FACTS)) {
    it(`readFacts reads ${labels || 'nothing'} in every notation`, () => {
      for (const text of texts)
        assert.equal(
          readText(text)
            .facts.filter((fact) => fact.isWeak !== true)
            .map(labelOf)
            .join('; '),
          labels,
          text,
        );
    });
  }

  it('readFacts reads a year as a year, not as a day', () => {
    assert.deepEqual(
      readText('in May 2026')
        .facts.filter((fact) => fact.isWeak !== true)
        .map(labelOf),
      ['number 2026'],
    );
  });

  it('readFacts finds facts in a long text', () => {
    const words = 'and so on '.repeat(30);
    const text = `${words} on May 5, ${words} see https://x.io/faq ${words} order ab-12 ${words}`;
    assert.deepEqual(
      readText(text)
        .facts.filter((fact) => fact.isWeak !== true)
        .map(labelOf),
      ['url x.io/faq', 'date 05-05', 'id ab-12'],
    );
  });

  it('readFacts never throws', () => {
    const piece = fc.constantFrom(
      '1',
      '5',
      '.',
      ',',
      '-',
      ' ',
      'may',
      '$',
      '%',
      '@',
      ':',
      'www.',
      'é',
      '\n',
      '今',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' })), (text) => {
        for (const { value } of readText(text).facts.filter((fact) => fact.isWeak !== true))
          assert.equal(typeof value, 'string');
      }),
    );
  });
});
