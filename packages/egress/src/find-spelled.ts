import { INCOMPLETE, isEscape, mayEscape, readSymbol } from './read-symbol.ts';

/** Texts to search for, in every spelling that folds to the same bytes. */
export interface Spelling {
  /** Maps each byte to its folded byte; 0 means that the byte is skipped. */
  readonly fold: Uint8Array;
  readonly needles: readonly Needle[];
  readonly longest: number;
  /** A longer sequence of skipped bytes ends a match. */
  readonly maxSkipped: number;
}

/** Spellings that are searched for in one pass. */
export interface Spellings {
  readonly all: readonly Spelling[];
  /** 1 for each pair of bytes that can begin a needle, at index `first * 256 + second`. */
  readonly beginnings: Uint8Array;
}

interface Needle {
  readonly symbols: Uint8Array;
  /** KMP failure table: for each partial match length, the length of its longest suffix that is also a prefix. */
  readonly borders: Int32Array;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Found {
  readonly ranges: readonly Range[];
  /** Start of a possible partial match at the end of the text; the length of the text if there is none. */
  readonly pending: number;
}

const MAX_SKIPPED = 8;

export function createSpelling(fold: Uint8Array, texts: readonly Uint8Array[]): Spelling {
  const folded = texts.map((text) => foldText(text, fold));
  const needles = folded.map(({ symbols }) => ({ symbols, borders: bordersOf(symbols) }));
  return {
    fold,
    needles,
    longest: Math.max(...needles.map(({ symbols }) => symbols.length)),
    maxSkipped: Math.max(MAX_SKIPPED, ...folded.map(({ skipped }) => skipped)),
  };
}

export function joinSpellings(all: readonly Spelling[]): Spellings {
  const beginnings = new Uint8Array(256 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    for (let next = 0; next < 256; next += 1) {
      const begins = all.some((spelling) => mayBegin(spelling, byte, next));
      beginnings[byte * 256 + next] = Number(begins);
    }
  }
  return { all, beginnings };
}

function mayBegin({ fold, needles }: Spelling, byte: number, next: number): boolean {
  if (mayEscape(byte, next)) return true;
  return needles.some(({ symbols: [first, second] }) => {
    if (isEscape(byte) && fold[next] === first) return true;
    return fold[byte] === first && (fold[next] === second || fold[next] === 0 || isEscape(next));
  });
}

/** Returns the folded symbols of a text and the length of its longest sequence of skipped bytes. */
export function foldText(
  text: Uint8Array,
  fold: Uint8Array,
): { readonly symbols: Uint8Array; readonly skipped: number } {
  const symbols: number[] = [];
  let skipped = 0;
  let row = 0;
  for (let at = 0; at < text.length;) {
    const read = readSymbol(text, at, true);
    const symbol = fold[read & 0xff] ?? 0;
    row = symbol === 0 ? row + 1 : 0;
    skipped = Math.max(skipped, row);
    if (symbol !== 0) symbols.push(symbol);
    at += read >> 8;
  }
  return { symbols: Uint8Array.from(symbols), skipped };
}

/**
 * Finds all needles in one pass, in time linear in the text (Knuth–Morris–Pratt). While nothing matches, which is
 * nearly always the case, a byte costs one table lookup.
 */
export function findSpelled(text: Uint8Array, spellings: Spellings, isLast: boolean): Found {
  const { all, beginnings } = spellings;
  let at = findBeginning(text, 0, beginnings);
  if (at === text.length) return { ranges: [], pending: at };
  const matchers = all.map((spelling) => new Matcher(spelling));
  while (at < text.length) {
    const read = readSymbol(text, at, isLast);
    if (read === INCOMPLETE) break;
    const end = at + (read >> 8);
    let isIdle = true;
    for (const matcher of matchers) if (matcher.take(read & 0xff, at, end)) isIdle = false;
    at = isIdle ? findBeginning(text, end, beginnings) : end;
  }
  return {
    ranges: matchers.flatMap((matcher) => matcher.ranges),
    pending: Math.min(at, ...matchers.map((matcher) => matcher.pending())),
  };
}

/** Returns the next position where a needle may begin. The last byte always qualifies. */
function findBeginning(text: Uint8Array, from: number, beginnings: Uint8Array): number {
  const last = text.length - 1;
  let at = from;
  while (at < last && beginnings[(text[at] ?? 0) * 256 + (text[at + 1] ?? 0)] === 0) at += 1;
  return at;
}

/** Tracks the partial matches of one spelling's needles while a text is read. */
class Matcher {
  readonly ranges: Range[] = [];
  readonly #spelling: Spelling;
  readonly #matched: number[];
  /** Ring buffer with the start positions of the last symbols. */
  readonly #starts: Int32Array;
  #count = 0;
  #skipped = 0;
  /** Length of the longest partial match. */
  #longest = 0;

  constructor(spelling: Spelling) {
    this.#spelling = spelling;
    this.#matched = spelling.needles.map(() => 0);
    this.#starts = new Int32Array(spelling.longest);
  }

  /** Consumes one decoded byte at `start`–`end`; returns true while any needle is partially matched. */
  take(byte: number, start: number, end: number): boolean {
    const symbol = this.#spelling.fold[byte] ?? 0;
    if (symbol === 0) return this.#skip();
    this.#skipped = 0;
    this.#starts[this.#count % this.#starts.length] = start;
    this.#count += 1;
    this.#longest = 0;
    let n = 0;
    for (const needle of this.#spelling.needles) {
      const length = advance(needle, this.#matched[n] ?? 0, symbol);
      const isWhole = length === needle.symbols.length;
      if (isWhole) this.ranges.push({ start: this.#startOf(length), end });
      this.#matched[n] = isWhole ? 0 : length;
      if (!isWhole && length > this.#longest) this.#longest = length;
      n += 1;
    }
    return this.#longest > 0;
  }

  /** Start of the longest partial match; infinity if there is none. */
  pending(): number {
    return this.#longest === 0 ? Number.POSITIVE_INFINITY : this.#startOf(this.#longest);
  }

  #startOf(length: number): number {
    return this.#starts[(this.#count - length) % this.#starts.length] ?? 0;
  }

  #skip(): boolean {
    this.#skipped += 1;
    if (this.#skipped > this.#spelling.maxSkipped) {
      this.#matched.fill(0);
      this.#longest = 0;
    }
    return this.#longest > 0;
  }
}

/** Returns the length of the match after one more symbol. */
function advance({ symbols, borders }: Needle, matched: number, symbol: number): number {
  let length = matched;
  while (length > 0 && symbols[length] !== symbol) length = borders[length] ?? 0;
  return symbols[length] === symbol ? length + 1 : 0;
}

function bordersOf(symbols: Uint8Array): Int32Array {
  const borders = new Int32Array(symbols.length + 1);
  for (let length = 1; length < symbols.length; length += 1) {
    const needle = { symbols, borders };
    borders[length + 1] = advance(needle, borders[length] ?? 0, symbols[length] ?? 0);
  }
  return borders;
}
