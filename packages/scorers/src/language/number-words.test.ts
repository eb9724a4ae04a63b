import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from './languages.ts';
import { NUMBER_WORDS } from './number-vocabulary.ts';
import { replaceNumberWords } from './number-words.ts';
import { readPlain } from './read-plain.ts';

const READ: readonly (readonly [string, string])[] = [
  ['fifty-two euros and six more', '52 euros and 6 more'],
  ['two hundred and five, or a thousand', '205, or 1000'],
  ['twelve hundred of the three thousand four hundred', '1200 of the 3400'],
  ['it is two or three days', 'it is 2 or 3 days'],
  ['on the twenty-first of May, twice', 'on the 21 of may, 2'],
  ['das dauert zweiundfünfzig Tage', 'das dauert 52 tage'],
  ['das kostet dreihundertfünfzig Euro', 'das kostet 350 euro'],
  ['es sind anderthalb Stunden', 'es sind 1.5 stunden'],
  ['le prix est de quatre-vingt-dix-neuf euros', 'le prix est de 99 euros'],
  ['il faut soixante et onze jours', 'il faut 71 jours'],
  ['vous avez deux cent cinquante points', 'vous avez 250 points'],
  ['el curso dura cuarenta y cinco días', 'el curso dura 45 días'],
  ['la tarifa es de doscientos veinte euros', 'la tarifa es de 220 euros'],
  ['il pacco pesa ventitré chili', 'il pacco pesa 23 chili'],
  ['il prezzo è di duecentocinquanta euro', 'il prezzo è di 250 euro'],
  ['het duurt vierentwintig maanden', 'het duurt 24 maanden'],
  ['het zijn tweeëntwintig dagen', 'het zijn 22 dagen'],
  ['custa trezentos e cinquenta euros para você', 'custa 350 euros para você'],
  ['we meet for half an hour', 'we meet for 30 min'],
];

/** Words that are numbers in other contexts, or only look like one. */
const LEFT = [
  'one of the bags is a gift',
  'the payment is due once a month',
  'eine Karte und ein Brief sind für Sie',
  'un ordinateur neuf pour vous',
  'tu sei in ritardo con il pagamento',
  'onze winkel is open voor u',
  'os produtos dos clientes',
  'on 24. dez. we close',
  'see www.six.com or https://x.io/two',
  '5 pour cent de la somme',
];

describe('replaceNumberWords', () => {
  for (const [text, expected] of READ) {
    it(`number words become digits in: ${text}`, () =>
      assert.equal(readPlain(text).text, expected));
  }

  for (const text of LEFT) {
    it(`no number word is found in: ${text}`, () =>
      assert.equal(readPlain(text).text, text.toLowerCase()));
  }

  for (const language of LANGUAGES) {
    it(`${language}: every number word is read as its number`, () => {
      for (const [phrase, value] of NUMBER_WORDS[language].phrases) {
        const words = phrase.split(' ').map((text, at, all) => ({
          text,
          at: all.slice(0, at).join(' ').length + Math.min(at, 1),
        }));
        if (phrase === 'neuf' || phrase === 'sei') continue;
        assert.equal(replaceNumberWords(phrase, words, language), String(value), phrase);
      }
    });
  }
});
