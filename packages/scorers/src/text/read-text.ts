import { readClauses, type ReadClauses } from '../clauses/read-clauses.ts';
import type { Fact } from '../facts/fact.ts';
import { readFacts } from '../facts/read-facts.ts';
import { readPlain, type PlainText } from '../language/read-plain.ts';
import { normalise, tokenise } from './normalise.ts';

/**
 * Maximum compared length, in UTF-16 units: some scorers take quadratic time, and a reply may be 1 MiB. The slowest
 * scorer takes about 50 ms for this length, which is three times a long reply.
 */
export const MAX_COMPARED_LENGTH = 10_000;

/** A text with everything that scorers derive from it, lazily and at most once. */
export interface Text {
  /** The whole text; only `exact_match` compares it. */
  readonly whole: string;
  /** True if only the beginning is compared. */
  readonly isCut: boolean;
  readonly norm: string;
  readonly tokens: readonly string[];
  readonly positions: TokenPositions;
  /** Code points without spaces. */
  readonly codePoints: Int32Array;
  readonly facts: readonly Fact[];
  readonly clauses: ReadClauses;
}

export function readText(whole: string): Text {
  return new LazyText(whole);
}

/**
 * A class, because an object literal with getters takes ten times as long to create and is only freed by a full garbage
 * collection.
 */
class LazyText implements Text {
  readonly whole: string;
  readonly isCut: boolean;
  /** The compared part. */
  readonly #head: string;
  #norm: string | undefined;
  #tokens: readonly string[] | undefined;
  #positions: TokenPositions | undefined;
  #codePoints: Int32Array | undefined;
  #plain: PlainText | undefined;
  #facts: readonly Fact[] | undefined;
  #clauses: ReadClauses | undefined;

  constructor(whole: string) {
    this.whole = whole;
    this.isCut = whole.length > MAX_COMPARED_LENGTH;
    this.#head = truncate(whole);
  }

  /** Truncated again, because normalisation can expand one character to eighteen. */
  get norm(): string {
    return (this.#norm ??= truncate(normalise(this.#head)));
  }

  get tokens(): readonly string[] {
    return (this.#tokens ??= tokenise(this.norm));
  }

  get positions(): TokenPositions {
    return (this.#positions ??= indexTokens(this.tokens));
  }

  get codePoints(): Int32Array {
    return (this.#codePoints ??= toCodePoints(this.norm));
  }

  get facts(): readonly Fact[] {
    return (this.#facts ??= readFacts(this.#readPlain()));
  }

  get clauses(): ReadClauses {
    return (this.#clauses ??= readClauses(this.#readPlain()));
  }

  #readPlain(): PlainText {
    return (this.#plain ??= readPlain(this.#head));
  }
}

/** Never splits a surrogate pair. */
function truncate(text: string): string {
  if (text.length <= MAX_COMPARED_LENGTH) return text;
  const isSplit = (text.codePointAt(MAX_COMPARED_LENGTH - 1) ?? 0) > 0xffff;
  return text.slice(0, isSplit ? MAX_COMPARED_LENGTH - 1 : MAX_COMPARED_LENGTH).trimEnd();
}

const SPACE = 32;

/** Returns the code points of a normalised text without its spaces. */
function toCodePoints(norm: string): Int32Array {
  const codePoints = new Int32Array(norm.length);
  let length = 0;
  for (let at = 0; at < norm.length; at += 1) {
    const codePoint = norm.codePointAt(at) ?? SPACE;
    if (codePoint > 0xffff) at += 1;
    if (codePoint === SPACE) continue;
    codePoints[length] = codePoint;
    length += 1;
  }
  return codePoints.subarray(0, length);
}

/** The positions of each token of a text. */
type TokenPositions = ReadonlyMap<string, readonly number[]>;

function indexTokens(tokens: readonly string[]): TokenPositions {
  const positions = new Map<string, number[]>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const known = positions.get(token);
    if (known === undefined) positions.set(token, [at]);
    else known.push(at);
  }
  return positions;
}
