import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from '../text/read-text.ts';

const NEGATED = [
  'We cannot issue a refund',
  "We can't do that",
  'We don’t do that',
  'That is non-refundable',
  'Das geht leider nicht.',
  'Wir haben keine Karte',
  'Ce n’est pas possible',
  'Nous n’avons aucune carte',
  'No podemos hacerlo',
  'Nunca lo hacemos',
  'Non possiamo farlo',
  'Nessuna carta',
];

const PLAIN = [
  'We can issue a refund',
  'No problem, it is done.',
  'It was left at no. 17',
  'Not only that, it is free',
  'Kein Problem, gern.',
  'Pas de problème !',
  'De rien',
  'Sin duda',
  'Nessun problema',
  'Am 3. Mai',
  'Ce ne sono tre',
  '',
];

describe('isNegated', () => {
  for (const text of NEGATED)
    it(`finds a negation in: ${text}`, () => assert.ok(readText(text).isNegated));
  for (const text of PLAIN)
    it(`finds none in: ${text}`, () => assert.ok(!readText(text).isNegated));
});
