/**
 * XML 1.0 cannot represent most control characters, half a surrogate pair, U+FFFE and U+FFFF, so they are replaced.
 * Escaping packages do not do that, and the other five characters alone do not justify a dependency.
 */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes text between tags. A reader would turn a carriage return into a line feed. */
export function xmlText(text: string): string {
  return escape(text, /[&<>\r]/g);
}

/** Escapes text between quotes. A reader would turn tabs and line ends into spaces. */
function xmlAttribute(text: string): string {
  return escape(text, /[&<>"'\t\n\r]/g);
}

function escape(text: string, special: RegExp): string {
  return text
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(special, (character) => NAMES[character] ?? '');
}

/** Returns ` name="value"` for each entry. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`)
    .join('');
}
