/** Scripts without blanks between words: each character counts as a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]+/gv;
const MAX_WORDS = 5000;
const MAX_CHARS = 40;

/** The distinct words of texts in lowercase, as they are stored and searched. Long words are cut. */
export function splitWords(texts: readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
      words.add(word.slice(0, MAX_CHARS).toWellFormed());
      if (words.size >= MAX_WORDS) return [...words];
    }
  }
  return [...words];
}
