import { INCOMPLETE, isEscape, mayEscape, readSymbol } from './read-symbol.ts';

/** Texts to look for, in any spelling that folds to the same bytes. */
export interface Spelling {
  /** What each byte counts as; 0: it is skipped. */
  readonly fold: Uint8Array;
  readonly needles: readonly Needle[];
  readonly longest: number;
  /** More skipped bytes than that in a row end a match. */
  readonly maxSkipped: number;
}

/** All spellings that are looked for at once. */
export interface Spellings {
  readonly all: readonly Spelling[];
  /** 1 for every two bytes that may begin a needle: the first one times 256 plus the second. */
  readonly beginnings: Uint8Array;
}

interface Needle {
  readonly symbols: Uint8Array;
  /** For each length of a partial match: how much of its end is a beginning of the needle again. */
  readonly borders: Int32Array;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Found {
  readonly ranges: readonly Range[];
  /** From here on the text may be the beginning of a needle; its length if it is not. */
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

/** The symbols of a text, and the longest row of bytes that were skipped. */
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
 * Where the needles are, in one pass whose time grows with the text alone (Knuth, Morris and Pratt). While nothing
 * matches, which is nearly always, a byte costs one look into a table.
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

/** The next position at which a needle may begin; the last byte may always be one. */
function findBeginning(text: Uint8Array, from: number, beginnings: Uint8Array): number {
  const last = text.length - 1;
  let at = from;
  while (at < last && beginnings[(text[at] ?? 0) * 256 + (text[at + 1] ?? 0)] === 0) at += 1;
  return at;
}

/** How far the needles of a spelling match at one position of a text. */
class Matcher {
  readonly ranges: Range[] = [];
  readonly #spelling: Spelling;
  readonly #matched: number[];
  /** Where the last symbols began, in a ring. */
  readonly #starts: Int32Array;
  #count = 0;
  #skipped = 0;
  /** The longest of the partial matches. */
  #longest = 0;

  constructor(spelling: Spelling) {
    this.#spelling = spelling;
    this.#matched = spelling.needles.map(() => 0);
    this.#starts = new Int32Array(spelling.longest);
  }

  /** One more byte of the text, as it was read; returns whether a needle has begun. */
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

  /** Where the longest partial match began. */
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

/** How much of the needle matches after one more symbol. */
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
