import { NEGATION_WORDS } from '../language/negation-words.ts';
import type { Language } from '../language/languages.ts';

/** Phrases with a negation word that do not negate the clause. */
const HARMLESS_PHRASES: ReadonlySet<string> = new Set([
  'no problem',
  'no problems',
  'no worries',
  'no doubt',
  'no longer than',
  'no later than',
  'not only',
  'not least',
  'not to worry',
  'kein problem',
  'keine ursache',
  'keine sorge',
  'nicht nur',
  'pas de problème',
  'pas de souci',
  'pas seulement',
  'non seulement',
  'de rien',
  'ningún problema',
  'no solo',
  'no sólo',
  'nessun problema',
  'non solo',
  'geen probleem',
]);

/**
 * Prefixes of words that negate their object: "excluded from refunds" means "not refunded". Together with a negation
 * they affirm it.
 */
const DENIALS: Readonly<Record<Language, RegExp>> = {
  en: /^(?:refus(?:e|es|ed|ing|al)|reject|deny|denies|denied|declin|exclu|forbid|prohibit|impossible|unable|fail(?:s|ed|ing)?$|unavailable|lack)/,
  de: /^(?:verweiger|abgelehnt|ablehnen|verboten|unmöglich|ausgeschlossen|untersagt|unzulässig)/,
  fr: /^(?:refus|rejet|exclu|interdi|impossible|défendu)/,
  es: /^(?:rechaz|nieg|excluid|excluye|prohib|imposible)/,
  it: /^(?:rifiut|respin|esclus|esclud|vietat|proibit|impossibil)/,
  nl: /^(?:weiger|geweiger|afgewezen|uitgesloten|verboden|onmogelijk)/,
  pt: /^(?:recus|rejeit|exclu|proibid|impossív)/,
};

/** Words that make the polarity of a clause ambiguous: "free" can mean "no charge". */
const OPEN: ReadonlySet<string> = new Set(
  'free gratis kostenlos kostenfrei gratuit gratuite gratuitement gratuito gratuita only nur seulement solo sólo soltanto alleen apenas except außer sauf salvo excepto tranne behalve exceto otherwise instead sonst anders hardly kaum until'.split(
    ' ',
  ),
);

export function isOpen(word: string): boolean {
  return OPEN.has(word);
}

export function isDenial(word: string, language: Language): boolean {
  return DENIALS[language].test(word);
}

/** True if the word at this position negates its clause. */
export function isNegation(words: readonly string[], at: number, language: Language): boolean {
  const word = words[at] ?? '';
  if (!NEGATION_WORDS[language].has(word)) return false;
  const [before = '', next = '', second = ''] = [words[at - 1], words[at + 1], words[at + 2]];
  return ![`${before} ${word}`, `${word} ${next}`, `${word} ${next} ${second}`].some((phrase) =>
    HARMLESS_PHRASES.has(phrase),
  );
}

/** First words of yes/no answers. */
const ANSWERS: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ...['yes', 'ja', 'oui', 'sí', 'sì', 'sim'].map((word) => [word, 'yes'] as const),
  ...['no', 'nein', 'non', 'nee', 'não'].map((word) => [word, 'no'] as const),
]);

export function answerOf(word: string): 'yes' | 'no' | undefined {
  return ANSWERS.get(word);
}
