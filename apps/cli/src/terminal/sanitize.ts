/**
 * Control characters, and characters that change the direction or position of the following text. U+200D joins emoji
 * and U+FE0F colours them; both are harmless.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const HARMLESS = new Set(['\u200D', '\uFE0F']);

/** Puts untrusted text on one line and escapes control characters, so that the terminal does not interpret them. */
export function sanitizeLine(text: string): string {
  return text.replaceAll(/\r\n|[\r\n\t\u2028\u2029]/g, ' ').replaceAll(UNSAFE, escapeCharacter);
}

/** Like `sanitizeLine`, but keeps line breaks. */
export function sanitizeText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(sanitizeLine)
    .join('\n');
}

function escapeCharacter(character: string): string {
  if (HARMLESS.has(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
