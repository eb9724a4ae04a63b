import { markQuotes } from '@fairtrial/format';
import { createQuoteVerifier } from '@fairtrial/scorers';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Characters that folding changes, removes or combines with their neighbours. */
const CHARACTERS = [
  ...' \n\t\u00A0aBzß4ΣςİÅéﬁ½…你한'.split(''),
  ...'‘’“”«»´\'"-–—−*_`~'.split(''),
  'e\u0301',
  '\u200B',
  '\u00AD',
  'ᄒ',
  '👩‍👩‍👧',
  'वि',
];

/** Changes that models make when they copy a text. */
const COPIES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFKC'),
  (text) => text.replaceAll(' ', '\n'),
  (text) => `**${text}** `,
];

test('every quote that the service accepts as evidence is marked in the reply', () => {
  const samples = fc.record({
    characters: fc.array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 30 }),
    from: fc.nat({ max: 30 }),
    to: fc.nat({ max: 30 }),
    copy: fc.constantFrom(...COPIES),
  });
  let accepted = 0;
  fc.assert(
    fc.property(samples, ({ characters, from, to, copy }) => {
      const reply = characters.join('');
      const quote = copy(characters.slice(from, to).join(''));
      const fault = createQuoteVerifier(new Map([[1, reply]]))([{ turn: 1, quote }]);
      if (fault !== undefined) return;
      accepted += 1;
      assert.ok(
        markQuotes(reply, [quote]).some(({ quotes }) => quotes.length > 0),
        JSON.stringify({ reply, quote }),
      );
    }),
    { numRuns: 2000 },
  );
  assert.ok(accepted > 100, `the service accepted only ${accepted} quotes`);
});
