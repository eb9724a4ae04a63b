/**
 * A pattern for texts with one of these phrases, each a regular expression, separated by line breaks or by a bar between
 * spaces. `\w` is a letter or digit of any language. Unlike `\b`, the pattern knows where a word with an umlaut begins.
 */
export function says({ raw }: TemplateStringsArray): RegExp {
  const phrases = raw
    .join('')
    .split(/\n| \| /)
    .map((phrase) => phrase.trim().replaceAll(String.raw`\w`, LETTER));
  return new RegExp(`(?<!${LETTER})(?:${phrases.filter(Boolean).join('|')})(?!${LETTER})`, 'iu');
}

const LETTER = String.raw`[\p{L}\p{N}]`;
