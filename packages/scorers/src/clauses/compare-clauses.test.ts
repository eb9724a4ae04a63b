import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from '../text/read-text.ts';
import { compareClauses } from './compare-clauses.ts';

function flagsOf(reply: string, reference: string): readonly string[] {
  const [said, expected] = [readText(reply).clauses, readText(reference).clauses];
  return compareClauses(said, expected).map(({ flag }) => flag);
}

/** reply, reference, flag */
const CONTRASTS: readonly (readonly [string, string, string])[] = [
  [
    'Theft is not covered, and do not pay.',
    'Theft abroad is covered, and do not pay.',
    'negation_flip',
  ],
  ['We refuse to refund your ticket.', 'We can refund your ticket.', 'negation_flip'],
  ['No, you may not smoke here.', 'Yes, you may.', 'negation_flip'],
  [
    'Sie müssen das Formular nicht unterschreiben.',
    'Sie müssen das Formular unterschreiben.',
    'negation_flip',
  ],
  [
    'Vous ne pouvez pas annuler la réservation sans frais.',
    'Vous pouvez annuler la réservation sans frais.',
    'negation_flip',
  ],
  ['Es necesario imprimir el billete.', 'No es necesario imprimir el billete.', 'negation_flip'],
  ['Il bagaglio è incluso nel prezzo.', 'Il bagaglio non è incluso nel prezzo.', 'negation_flip'],
  ['De schade wordt vergoed.', 'De schade wordt niet vergoed.', 'negation_flip'],
  ['O pagamento foi aceito pelo banco.', 'O pagamento não foi aceito pelo banco.', 'negation_flip'],
  ['if you stay shorter than that in Spain', 'if you stay longer than that in Spain', 'opposite'],
  ['Take the tablet without food.', 'Take the tablet with food.', 'opposite'],
];

/** reply, reference: equal in meaning, or not enough to decide */
const ALIKE: readonly (readonly [string, string])[] = [
  ['Used tickets are excluded from refunds.', 'We cannot refund used tickets.'],
  ['The soup is nut-free.', 'The soup contains no nuts.'],
  ['Smoking is forbidden on the balcony.', 'Smoking is not allowed on the balcony.'],
  ['We are unable to change the name.', 'We are not able to change the name.'],
  [
    'The case is closed unless you reply by mail.',
    'If you do not reply by mail, the case is closed.',
  ],
  ['The stay is not longer than planned.', 'The stay is shorter than planned.'],
  ['The first withdrawal is free.', 'There is no charge for the first withdrawal.'],
  ['Up to 90 days you need no visa; beyond that you need a visa.', 'You need a visa.'],
  ['No problem, we can refund your ticket.', 'We can refund your ticket.'],
  ['Not at all like that.', 'Your card is on its way.'],
];

describe('compareClauses', () => {
  for (const [reply, reference, flag] of CONTRASTS) {
    it(`${flag}: "${reply}" against "${reference}"`, () =>
      assert.ok(flagsOf(reply, reference).includes(flag)));
  }

  for (const [reply, reference] of ALIKE) {
    it(`no contrast is found: "${reply}" against "${reference}"`, () =>
      assert.deepEqual(flagsOf(reply, reference), []));
  }
});
