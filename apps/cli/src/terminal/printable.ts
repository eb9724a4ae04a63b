/**
 * Control characters, and those that change the direction or the place of what follows. U+200D joins emoji and
 * U+FE0F colours them: both are harmless.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const HARMLESS = new Set(['\u200D', '\uFE0F']);

/** Text of others on one line: nothing in it reaches the terminal as a command. */
export function printable(text: string): string {
  return text.replaceAll(/\r\n|[\r\n\t\u2028\u2029]/g, ' ').replaceAll(UNPRINTABLE, escape);
}

/** The same for text that may have lines. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(printable)
    .join('\n');
}

function escape(character: string): string {
  if (HARMLESS.has(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
