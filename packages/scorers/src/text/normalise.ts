/** Text as scorers compare it: case, punctuation, symbols and spacing say nothing about meaning. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Latin, Greek and Cyrillic letters and plain digits, where the segmenter finds a word between two
 * spaces and nothing else, at thirty times the cost. A test asks it about every one of them.
 */
const SPACED = /^[ 0-9a-zß-öø-ʯͱͳͷͻ-ͽΐά-ώа-ҁҋ-ӿ]*$/;

/** The words of a normalised text, in scripts without spaces too. */
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
