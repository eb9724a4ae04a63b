/** Returned if the text ends inside an escape. */
export const INCOMPLETE = -1;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
/** Nested JSON doubles backslashes; nested URLs encode percent signs again. */
const MAX_BACKSLASHES = 8;
const MAX_PERCENTS = 4;
/** Represents any non-ASCII character: this byte never occurs in UTF-8. */
const OTHER = 0xff;

const U = 0x75;
const X = 0x78;
/** Letters that form a control character after a backslash (n, r, t, b, f). Those escapes count as skipped bytes. */
const CONTROLS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('nrtbf'.includes(String.fromCharCode(byte))),
);

export function isEscape(byte: number): boolean {
  return byte === BACKSLASH || byte === PERCENT;
}

/** True if the two bytes can begin an escape that decodes to something other than the second byte. */
export function mayEscape(byte: number, next: number): boolean {
  if (byte === PERCENT) return hexDigit(next) !== undefined;
  return byte === BACKSLASH && (next === BACKSLASH || next === U || next === X);
}

/**
 * Decodes the byte at a position, which JSON (`\u0061`, `\/`) or URLs (`%61`) may escape. Returns the byte in the
 * lowest eight bits and the number of bytes read above them; INCOMPLETE if more text is needed and `isLast` is false.
 */
export function readSymbol(text: Uint8Array, at: number, isLast: boolean): number {
  const byte = text[at] ?? 0;
  if (!isEscape(byte)) return (1 << 8) | byte;
  const read = byte === BACKSLASH ? readBackslash(text, at) : readPercent(text, at);
  return read === INCOMPLETE && isLast ? (1 << 8) | byte : read;
}

function readBackslash(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (text[at] === BACKSLASH && at - start < MAX_BACKSLASHES) at += 1;
  const letter = text[at];
  if (letter === undefined) return INCOMPLETE;
  const length = at + 1 - start;
  if (CONTROLS[letter] === 1) return length << 8;
  if (letter !== U && letter !== X) return (length << 8) | letter;
  const digits = letter === U ? 4 : 2;
  const code = readHex(text, at + 1, digits);
  if (code === INCOMPLETE) return INCOMPLETE;
  if (code === undefined) return (length << 8) | letter;
  return ((length + digits) << 8) | (code < 0x80 ? code : OTHER);
}

function readPercent(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (isTwentyFive(text, at) && at - start < 2 * MAX_PERCENTS) at += 2;
  const code = readHex(text, at, 2);
  if (code === INCOMPLETE) return INCOMPLETE;
  return code === undefined ? ((at - start) << 8) | PERCENT : ((at + 2 - start) << 8) | code;
}

/** `%25` is an encoded percent sign. */
function isTwentyFive(text: Uint8Array, at: number): boolean {
  return text[at] === 0x32 && text[at + 1] === 0x35;
}

/** `undefined` if a character is not a hex digit. */
function readHex(text: Uint8Array, start: number, digits: number): number | undefined {
  let code = 0;
  for (let at = start; at < start + digits; at += 1) {
    if (at >= text.length) return INCOMPLETE;
    const digit = hexDigit(text[at] ?? 0);
    if (digit === undefined) return undefined;
    code = code * 16 + digit;
  }
  return code;
}

function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
