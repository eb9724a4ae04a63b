import { readText } from '@fairtrial/scorers';

/** Frequent words that the other languages do not have. */
const FREQUENT: Readonly<Record<string, string>> = {
  en: 'the and is are to my i you your it of for a please that can have what with this was not on how',
  de: 'der die das und ist sind ich sie nicht mein meine meinen bitte ein eine einen für auf zu möchte mit den dem wie von im habe ihre',
  fr: 'le les et est je vous ne pas mon ma pour un une des du voudrais au à avec votre sur dans ce',
  es: 'el los las es yo usted mi para por una que quiero con su en favor del está',
  it: 'il gli è io non mio mia di che vorrei della del con sono questo',
};

const NAMES: Readonly<Record<string, RegExp>> = {
  en: /\b(english|englisch|anglais|inglés|inglese)\b/i,
  de: /\b(german|deutsch|allemand|alemán|tedesco)\b/i,
  fr: /\b(french|französisch|français|francés|francese)\b/i,
  es: /\b(spanish|spanisch|espagnol|español|spagnolo)\b/i,
  it: /\b(italian|italienisch|italien|italiano)\b/i,
};

const MIN_HITS = 3;

const vocabularies = Object.entries(FREQUENT).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

/** The language of a text; `undefined` if it is too short to tell. */
export function languageOf(text: string, minHits = MIN_HITS): string | undefined {
  const words = new Set(readText(text).tokens);
  const [first, second] = vocabularies
    .map(([language, frequent]) => ({
      language,
      hits: [...words].filter((word) => frequent.has(word)).length,
    }))
    .toSorted((a, b) => b.hits - a.hits);
  if (first === undefined || first.hits < minHits) return undefined;
  return first.hits >= 2 * (second?.hits ?? 0) ? first.language : undefined;
}

/** The language that a description of a person names; `undefined` if it names none or several. */
export function namedLanguage(description: string): string | undefined {
  const named = Object.entries(NAMES).filter(([, pattern]) => pattern.test(description));
  return named.length === 1 ? named[0]?.[0] : undefined;
}
