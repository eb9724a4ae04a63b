import { normalizeText } from '@fairtrial/contracts';
import type { Language } from './languages.ts';
import { NUMBER_WORDS, type NumberWords } from './number-vocabulary.ts';

/** A word of a text with its start position. */
export interface Word {
  readonly text: string;
  readonly at: number;
}

/** A number in words. */
interface WordedNumber {
  readonly value: number;
  /** Number of words. */
  readonly length: number;
}

/** Words that are numbers only before certain nouns: French "neuf" is also "new", Italian "sei" is also "you are". */
const CAREFUL: ReadonlySet<string> = new Set(['neuf', 'sei']);
const COUNTED =
  /^(?:jour|mois|an|heure|minute|semaine|euro|personne|fois|giorn|mes|ann|or|minut|settiman|person|volt)/;

/** Text before words that only look like numbers: "24. dez", "3 million", "5 pour cent", "www.six.com". */
const NO_NUMBER = /(?:\d\.? |[/@_.])$/;
const PER_CENT = /(?:pour|per|por) (?:cent|cento|ciento)$/;
const PER_LENGTH = 5;
const IN_A_LINK = /^(?:[/@_]|\.\p{L})/u;

const PLAIN = /^[a-z]*$/;
const ACCENTS = /\p{M}+/gu;

/** Removes accents, so that "fünf" matches "funf" and "três" matches "tres". */
export function withoutAccents(text: string): string {
  if (PLAIN.test(text)) return text;
  return normalizeText(text, 'NFD').replace(ACCENTS, '').replaceAll('ß', 'ss');
}

/**
 * Replaces number words by digits: "fifty-two euros" becomes "52 euros". 1 is not replaced, because it is also an
 * article.
 */
export function replaceNumberWords(
  text: string,
  words: readonly Word[],
  language: Language,
): string {
  const vocabulary = NUMBER_WORDS[language];
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    if (first === undefined || !mayBegin(first.text, words[at + 1]?.text, vocabulary)) continue;
    if (isNoNumber(text, first)) continue;
    const found = readNumber(text, words.slice(at, at + MAX_NUMBER_WORDS), vocabulary);
    const last = words[at + (found?.length ?? 0) - 1];
    if (found === undefined || last === undefined) continue;
    parts.push(text.slice(done, first.at), String(found.value));
    done = last.at + last.text.length;
    at += found.length - 1;
  }
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(done)}`;
}

function isNoNumber(text: string, { at, text: word }: Word): boolean {
  const { length } = word;
  return (
    NO_NUMBER.test(text.slice(Math.max(0, at - 3), at)) ||
    PER_CENT.test(text.slice(Math.max(0, at - PER_LENGTH), at + length)) ||
    IN_A_LINK.test(text.slice(at + length, at + length + 2))
  );
}

/** Covers "nine hundred and ninety nine thousand nine hundred and ninety nine"; French needs more words. */
const MAX_NUMBER_WORDS = 12;

function readNumber(
  text: string,
  words: readonly Word[],
  vocabulary: NumberWords,
): WordedNumber | undefined {
  const run = joinedWords(text, words);
  const number = addUp(run, vocabulary);
  if (number === undefined) return undefined;
  const isDoubtful = number.length === 1 && CAREFUL.has(run[0] ?? '');
  return isDoubtful && !COUNTED.test(run[1] ?? '') ? undefined : number;
}

/** An article only begins a number before a multiplier such as "hundred". */
function mayBegin(word: string, next: string | undefined, vocabulary: NumberWords): boolean {
  const { words, one, multipliers } = vocabulary;
  if (words.has(word) || (one.has(word) && multipliers.has(next ?? ''))) return true;
  const plain = withoutAccents(word);
  return plain !== word && words.has(plain);
}

/** Returns the consecutive words separated only by a space or a hyphen, without accents. */
function joinedWords(text: string, words: readonly Word[]): readonly string[] {
  const run: string[] = [];
  let end = words[0]?.at ?? 0;
  for (const word of words) {
    if (run.length > 0 && !/^[ -]$/.test(text.slice(end, word.at))) break;
    run.push(withoutAccents(word.text));
    end = word.at + word.text.length;
  }
  return run;
}

/** A partially read number: "two hundred" of "two hundred and five". */
interface Sum {
  /** Whole thousands. */
  readonly total: number;
  readonly current: number;
  /** True if a smaller number may follow: "two three" is two numbers. */
  readonly mayAdd: boolean;
  /** Number of words. */
  readonly length: number;
}

/** Adds up hundreds and thousands: "two hundred and five thousand". */
function addUp(run: readonly string[], vocabulary: NumberWords): WordedNumber | undefined {
  const { one, multipliers, and } = vocabulary;
  const isAHundred = one.has(run[0] ?? '') && multipliers.has(run[1] ?? '');
  let sum: Sum = { total: 0, current: 0, mayAdd: true, length: isAHundred ? 1 : 0 };
  let next = addNext(run, sum, vocabulary);
  while (next !== undefined) {
    sum = next;
    const isJoined = sum.mayAdd && run[sum.length] === and;
    next = addNext(run, isJoined ? { ...sum, length: sum.length + 1 } : sum, vocabulary);
  }
  const value = sum.total + sum.current;
  return value === 0 && sum.length === 0 ? undefined : { value, length: sum.length };
}

function addNext(run: readonly string[], sum: Sum, vocabulary: NumberWords): Sum | undefined {
  const { total, current, mayAdd, length } = sum;
  const by = vocabulary.multipliers.get(run[length] ?? '');
  if (by !== undefined) {
    const product = Math.max(1, current) * by;
    const [thousands, rest] = by >= 1000 ? [total + product, 0] : [total, product];
    return { total: thousands, current: rest, mayAdd: true, length: length + 1 };
  }
  const phrase = mayAdd ? longestPhrase(run, length, vocabulary) : undefined;
  if (phrase === undefined) return undefined;
  const isHundreds = phrase.value >= 100;
  const added = { current: current + phrase.value, length: length + phrase.length };
  return { total, mayAdd: isHundreds, ...added };
}

function longestPhrase(
  run: readonly string[],
  at: number,
  { phrases, longest }: NumberWords,
): WordedNumber | undefined {
  for (let length = Math.min(longest, run.length - at); length > 0; length -= 1) {
    const value = phrases.get(run.slice(at, at + length).join(' '));
    if (value !== undefined) return { value, length };
  }
  return undefined;
}
