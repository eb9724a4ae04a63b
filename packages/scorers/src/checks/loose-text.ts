const FOLDED: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/\s+/g, ' '],
];

/**
 * Text as `contains` compares it: the form of letters, quotes, dashes and spaces says nothing. Unlike
 * in scores punctuation and symbols count: without them '€5' would be found in '15 days'.
 */
export function looseText(text: string): string {
  return FOLDED.reduce((folded, [from, to]) => folded.replace(from, to), text.normalize('NFKC'));
}
