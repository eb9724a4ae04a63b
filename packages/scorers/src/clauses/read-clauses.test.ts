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

function isNegated(text: string): boolean {
  return readText(text).clauses.clauses.some((clause) => clause.isNegated);
}

describe('readClauses', () => {
  for (const text of NEGATED)
    it(`a clause is negated in: ${text}`, () => assert.ok(isNegated(text)));
  for (const text of PLAIN)
    it(`no clause is negated in: ${text}`, () => assert.ok(!isNegated(text)));
});
