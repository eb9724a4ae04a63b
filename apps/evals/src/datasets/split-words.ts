/** Longer words are cut, in texts and in searches. */
const MAX_CHARS = 64;

/** Chinese, Japanese and Thai are written without spaces, so each of their characters counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\p{L}\p{M}\p{N}]|$)/gu;

/** The words of a text in lower case. Texts and searches are split in the same way. */
export function splitWords(text: string): readonly string[] {
  const found = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return found.map((word) => word.slice(0, MAX_CHARS).toWellFormed());
}
