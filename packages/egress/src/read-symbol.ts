/** The text ends within an escape. */
export const INCOMPLETE = -1;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
/** JSON within JSON doubles its backslashes, and URLs within URLs their percent signs. */
const MAX_BACKSLASHES = 8;
const MAX_PERCENTS = 4;
/** Stands for a character that is no ASCII: no text has such a byte in UTF-8. */
const OTHER = 0xff;

const U = 0x75;
const X = 0x78;
/** After a backslash: line breaks, tabs and the like (n, r, t, b, f). They count as bytes to skip. */
const CONTROLS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('nrtbf'.includes(String.fromCharCode(byte))),
);

/** Whether a byte may begin an escape. */
export function isEscape(byte: number): boolean {
  return byte === BACKSLASH || byte === PERCENT;
}

/** Whether two bytes may begin an escape that stands for another byte than the second of them. */
export function mayEscape(byte: number, next: number): boolean {
  if (byte === PERCENT) return hexDigit(next) !== undefined;
  return byte === BACKSLASH && (next === BACKSLASH || next === U || next === X);
}

/**
 * The byte that stands at a position, as JSON (`\u0061`, `\/`) and URLs (`%61`) may spell it, and how many bytes that
 * takes: the byte in the lowest eight bits, the length above. INCOMPLETE if more text is needed, unless it is the last.
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

/** `%25` is a percent sign itself. */
function isTwentyFive(text: Uint8Array, at: number): boolean {
  return text[at] === 0x32 && text[at + 1] === 0x35;
}

/** Undefined if there are other characters. */
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
