/**
 * XML 1.0 has no way to write most control characters, half a surrogate pair, U+FFFE and U+FFFF: they are
 * replaced. No package for escaping does that, and without it the other five characters are not worth one.
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

/** Between tags. A reader would turn a carriage return into a line feed. */
export function xmlText(text: string): string {
  return escape(text, /[&<>\r]/g);
}

/** Between quotes. A reader would turn tabs and ends of lines into spaces. */
function xmlAttribute(text: string): string {
  return escape(text, /[&<>"'\t\n\r]/g);
}

function escape(text: string, special: RegExp): string {
  return text
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(special, (character) => NAMES[character] ?? '');
}

/** ` name="value"` for each. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`)
    .join('');
}
