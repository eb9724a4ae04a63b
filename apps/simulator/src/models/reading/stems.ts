import { readText } from '@fairtrial/scorers';
import { STOP_WORDS } from './stop-words.ts';

const STEM_LENGTH = 5;
const MIN_STEM_LENGTH = 3;
const ENDING = /(?:ing|ed|es|en|er|s|e|n)$/;

/** Prefix of German participles. */
const PARTICIPLE = /^ge(?=\p{L}{4,}(?:t|en)$)/u;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Longer texts are read up to here, so that no text takes long. */
const MAX_LENGTH = 10_000;

export function sentencesOf(text: string): readonly string[] {
  return [...sentences.segment(text.slice(0, MAX_LENGTH))]
    .map(({ segment }) => segment.trim())
    .filter(Boolean);
}

/** Stems of the words that say what a text is about, each once, in the order of the text. */
export function stemsOf(text: string): readonly string[] {
  const words = readText(text).tokens.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(words.filter((word) => word.length > 1).map(stemOf))];
}

/** Two words have the same stem if they differ in their endings only, as far as a short rule can tell. */
export function stemOf(word: string): string {
  if (/\p{N}/u.test(word)) return word;
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').replace(PARTICIPLE, '');
  return withoutEndings(plain).slice(0, STEM_LENGTH);
}

/** `ordered` and `order` lose two endings and one. */
function withoutEndings(word: string): string {
  const shorter = word.replace(ENDING, '');
  return shorter === word || shorter.length < MIN_STEM_LENGTH ? word : withoutEndings(shorter);
}

/** The stems of the first text that the second one has too. */
export function sharedStems(text: string, other: string): readonly string[] {
  const known = new Set(stemsOf(other));
  return stemsOf(text).filter((stem) => known.has(stem));
}

/** From 0 to 1: the share of stems that two texts have in common. */
export function likeness(text: string, other: string): number {
  const all = new Set([...stemsOf(text), ...stemsOf(other)]);
  return all.size === 0 ? 0 : sharedStems(text, other).length / all.size;
}

export function countWords(text: string): number {
  return readText(text).tokens.length;
}
