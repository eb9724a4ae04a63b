import { normalizeText } from '@fairtrial/contracts';

/** Normalises text for scorers: ignores case, punctuation, symbols and spacing. */
export function normalise(text: string): string {
  return normalizeText(text, 'NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Latin, Greek and Cyrillic letters and digits, for which splitting at spaces gives the same words as the segmenter at
 * a thirtieth of the cost. A test verifies this for every one of these characters.
 */
const SPACED = /^[ 0-9a-zß-öø-ʯͱͳͷͻ-ͽΐά-ώа-ҁҋ-ӿ]*$/;

/** Splits a normalised text into words; supports scripts without spaces. */
export function tokenise(norm: string): readonly string[] {
  if (norm === '') return [];
  return SPACED.test(norm) ? norm.split(' ') : segment(norm);
}

export function segment(norm: string): readonly string[] {
  const found: string[] = [];
  for (const { isWordLike, segment: word } of words.segment(norm)) {
    if (isWordLike) found.push(word);
  }
  return found;
}
