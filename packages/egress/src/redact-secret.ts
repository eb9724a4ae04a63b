import {
  createSpelling,
  findSpelled,
  foldText,
  joinSpellings,
  type Found,
  type Range,
  type Spelling,
} from './find-spelled.ts';

/**
 * Redacts the sent secret from a response, so that an endpoint that echoes requests does not reveal the key to readers
 * of its replies. This covers endpoints that quote the request in an error, log it, encode it or spell it out. It
 * cannot stop a malicious endpoint, which can always find another encoding.
 */
export interface Redactor {
  /** Redacts a complete body. */
  bytes(body: Uint8Array): Uint8Array;
  /** Redacts across chunk boundaries; holds back only bytes that may begin the secret. */
  chunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  headers<T extends Readonly<Record<string, string | string[] | undefined>>>(headers: T): T;
}

const REDACTED = Buffer.from('[secret]');

/** Shorter secrets are placeholders ("none", "ollama"); redacting them would garble replies. */
const MIN_LENGTH = 8;
/**
 * Secrets without digits may be plain words ("endpoint-key"). Only secrets with at least this many letters are also
 * matched in other cases and with gaps.
 */
const MIN_LETTERS = 20;

/** `undefined` for placeholder secrets, which are not redacted. */
export function createRedactor(secret: string): Redactor | undefined {
  if (secret.length < MIN_LENGTH) return undefined;
  const spellings = joinSpellings(spellingsOf(Buffer.from(secret)));
  const find = (text: Uint8Array, isLast: boolean): Found =>
    inOrder(findSpelled(text, spellings, isLast));
  const redact = (text: Uint8Array): Uint8Array => cutOut(text, find(text, true).ranges);
  const redactText = (text: string): string => Buffer.from(redact(Buffer.from(text))).toString();
  return {
    bytes: redact,
    async *chunks(chunks) {
      let held: Uint8Array = new Uint8Array();
      for await (const chunk of chunks) {
        const text = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
        const { ranges, pending } = find(text, false);
        held = text.subarray(pending);
        const done = cutOut(text.subarray(0, pending), ranges);
        if (done.length > 0) yield done;
      }
      if (held.length > 0) yield redact(held);
    },
    headers(headers) {
      const values = Object.values(headers).flat().join('\n');
      if (find(Buffer.from(values), true).ranges.length === 0) return headers;
      const clean = Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(redactText) : value && redactText(value),
      ]);
      return Object.fromEntries(clean) as typeof headers;
    },
  };
}

/**
 * Returns the spellings to search for: plain and hexadecimal, both with JSON and URL escapes, and base64 at every
 * alignment.
 */
function spellingsOf(secret: Buffer): readonly Spelling[] {
  const hex = Buffer.from(secret.toString('hex'));
  const base64 = [0, 1, 2].map((offset) => base64At(secret, offset));
  if (isDistinctive(foldText(secret, LOOSE).symbols)) {
    return [createSpelling(LOOSE, [secret, hex]), createSpelling(BASE64, base64)];
  }
  return [
    createSpelling(EXACT, [secret]),
    createSpelling(LOOSE, [hex]),
    createSpelling(BASE64, base64),
  ];
}

/** True if ordinary text is very unlikely to contain this sequence of letters and digits. */
function isDistinctive(symbols: Uint8Array): boolean {
  const text = Buffer.from(symbols).toString('latin1');
  const isMixed = /\d/.test(text) && /[a-z]/.test(text);
  return text.length >= (isMixed ? MIN_LENGTH : MIN_LETTERS);
}

/** Returns the base64 characters that depend on the secret alone if `offset` bytes precede it in its 3-byte group. */
function base64At(secret: Buffer, offset: number): Buffer {
  const encoded = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + secret.length) * 8) / 6);
  return Buffer.from(encoded.slice(first, end));
}

const EXACT = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Ignores case and gaps. */
const LOOSE = EXACT.map((byte) => {
  const character = String.fromCharCode(byte);
  if (' \t-_.,:|*'.includes(character)) return 0;
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
});

/** Maps base64url to base64. */
const BASE64 = EXACT.map((byte) => {
  if (byte === 0x2d) return 0x2b; // - is +
  return byte === 0x5f ? 0x2f : byte; // _ is /
});

/**
 * Sorts and merges ranges. A range that ends after `pending` is dropped and will be found again with the next chunk.
 */
function inOrder(found: Found): Found {
  if (found.ranges.length === 0) return found;
  const ranges: Range[] = [];
  let { pending } = found;
  for (const range of found.ranges.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last === undefined || range.start >= last.end) ranges.push(range);
    else ranges.splice(-1, 1, { start: last.start, end: Math.max(last.end, range.end) });
  }
  while ((ranges.at(-1)?.end ?? 0) > pending) {
    pending = Math.min(pending, ranges.pop()?.start ?? pending);
  }
  return { ranges, pending };
}

function cutOut(text: Uint8Array, ranges: readonly Range[]): Uint8Array {
  if (ranges.length === 0) return text;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    pieces.push(text.subarray(from, start), REDACTED);
    from = end;
  }
  pieces.push(text.subarray(from));
  return Buffer.concat(pieces);
}
