import { NUMBER_WORDS } from './number-vocabulary.ts';
import { NEGATION_WORDS } from './negation-words.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { withoutAccents, type Word } from './number-words.ts';

/** Frequent words of each language, in the order of LANGUAGES. Several languages may have the same word. */
const FREQUENT: Readonly<Record<Language, string>> = {
  en: 'the is are you your we our for and to of with in on at from by will can this that it be have has may must please after before',
  de: 'der die das und ist sind sie wir ihr ihre ihren für mit von auf um wird werden kann können ein eine den dem bis zum zur tage monate euro uhr bitte nach vor',
  fr: 'le la les et est vous nous votre pour de du des une dans sur avec sont peut pouvez au aux à jours mois il être',
  es: 'el los las y es son usted su para con del una por se al más está puede de la en días cuesta',
  it: 'il lo gli e è sono lei per con del della di una si che alla alle nel può la giorni entro',
  nl: 'de het en is u uw wij voor met van een op wordt worden kunt kan zijn bij dat dagen te moet',
  pt: 'o os as e é são você seu para com do da dos das um uma na no por às de dias foi ou',
};

const SHIFT: Readonly<Record<Language, number>> = Object.fromEntries(
  LANGUAGES.map((language, at) => [language, at]),
) as Record<Language, number>;

/** Languages of each word, as a bit mask. */
const LANGUAGES_OF: ReadonlyMap<string, number> = collectWords();

function collectWords(): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const language of LANGUAGES) {
    const words = [
      ...FREQUENT[language].split(' '),
      ...NEGATION_WORDS[language],
      ...NUMBER_WORDS[language].words,
    ];
    for (const word of words) known.set(word, (known.get(word) ?? 0) | (1 << SHIFT[language]));
  }
  return known;
}

/** Returns the language with the most matching words; the first of `LANGUAGES` if there are none. */
export function guessLanguage(words: readonly Word[]): Language {
  const counts = new Int32Array(LANGUAGES.length);
  for (const { text } of words) {
    const bits = LANGUAGES_OF.get(text) ?? LANGUAGES_OF.get(withoutAccents(text)) ?? 0;
    for (let at = 0; bits >> at > 0; at += 1) {
      if (((bits >> at) & 1) === 1) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return LANGUAGES[counts.indexOf(Math.max(...counts))] ?? 'en';
}
