import { normalizeText } from '@fairtrial/contracts';

/** Scripts without spaces between words: each character counts as a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]+/gv;

/** More words would find the same texts. */
const MAX_SEARCH_WORDS = 20;

/** Longer words are cut, in texts and in searches. */
const MAX_CHARS = 64;

/** The first distinct words of texts, in lower case, as they are stored and searched. */
export function splitWords(texts: readonly string[], maxWords: number): readonly string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of normalizeText(text, 'NFKC').toLowerCase().matchAll(WORD)) {
      words.add(word.slice(0, MAX_CHARS).toWellFormed());
      if (words.size === maxWords) return [...words];
    }
  }
  return [...words];
}

/** The words of a search. Only words are stored, so a search for other characters finds nothing: `undefined`. */
export function splitSearch(text = ''): readonly string[] | undefined {
  const words = splitWords([text], MAX_SEARCH_WORDS);
  return words.length === 0 && text.trim() !== '' ? undefined : words;
}
