import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { toPointer } from './json.ts';

export type JsonLimit =
  | 'depth'
  | 'values'
  | 'list_items'
  | 'object_keys'
  | 'key_chars'
  | 'string_chars';

/** The first limit that a JSON text exceeds, and where. */
export interface Excess {
  readonly limit: JsonLimit;
  /** RFC 6901 pointer to the value that is too large. */
  readonly pointer: string;
}

/** An object or array that is not closed yet. */
interface Open {
  readonly isList: boolean;
  /** Index of the current item. */
  index: number;
  /** Start and end of the current key of an object, without quotes. */
  key: readonly [number, number] | undefined;
}

interface Scan {
  readonly json: string;
  readonly limits: Readonly<Record<JsonLimit, number>>;
  readonly open: Open[];
  at: number;
  values: number;
}

/**
 * Returns the first limit that a JSON text exceeds; `undefined` if it exceeds none. Runs before the text is parsed: a
 * parser accepts any size and depth, and code that reads the value later (validation, comparison, serialization) would
 * run out of stack, memory or time. Single pass. Invalid JSON is left to the parser. Escapes count in string lengths.
 */
export function findExcess(
  json: string,
  limits: { readonly [limit in JsonLimit]?: number },
): Excess | undefined {
  const scan: Scan = { json, limits: { ...UNLIMITED, ...limits }, open: [], at: 0, values: 1 };
  for (let at = nextMark(json, 0); at !== -1; at = nextMark(json, scan.at + 1)) {
    scan.at = at;
    const character = json.charCodeAt(at);
    const found = character === QUOTE ? readString(scan) : readStructure(scan, character);
    if (found) return found;
    if (scan.values > scan.limits.values) return excess(scan, 'values', 0);
  }
  return undefined;
}

/** True if the JSON text is nested deeper than `INPUT_LIMITS.depth`. */
export function isTooDeep(json: string): boolean {
  return findExcess(json, { depth: INPUT_LIMITS.depth }) !== undefined;
}

const UNLIMITED: Readonly<Record<JsonLimit, number>> = {
  depth: Infinity,
  values: Infinity,
  list_items: Infinity,
  object_keys: Infinity,
  key_chars: Infinity,
  string_chars: Infinity,
};

const QUOTE = 0x22; // "
const COMMA = 0x2c; // ,
const BACKSLASH = 0x5c; // \
const OPEN = 0x7b; // {
const CLOSE = 0x7d; // }
/** The bit that turns `[` into `{` and `]` into `}`. */
const SQUARE_TO_BRACE = 0x20;

/** Marks are usually close together. Over longer distances (many blanks or digits) a regular expression is faster. */
const NEAR = 32;
const MARKS = /["[\]{},]/g;

/** Returns the position of the next quote, comma, bracket or brace; -1 if there is none. */
function nextMark(json: string, from: number): number {
  const near = Math.min(from + NEAR, json.length);
  for (let at = from; at < near; at += 1) if (isMark(json.charCodeAt(at))) return at;
  MARKS.lastIndex = near;
  return MARKS.test(json) ? MARKS.lastIndex - 1 : -1;
}

function isMark(character: number): boolean {
  const brace = character | SQUARE_TO_BRACE;
  return character === QUOTE || character === COMMA || brace === OPEN || brace === CLOSE;
}

/** Moves the scan to the end of the string that begins here. */
function readString(scan: Scan): Excess | undefined {
  const { json, limits, open } = scan;
  const start = scan.at + 1;
  const end = endOfString(json, start);
  scan.at = end;
  const top = open.at(-1);
  const isKey = top !== undefined && !top.isList && top.key === undefined;
  if (isKey) {
    top.key = [start, end];
    return end - start > limits.key_chars ? excess(scan, 'key_chars', open.length - 1) : undefined;
  }
  return end - start > limits.string_chars ? excess(scan, 'string_chars', open.length) : undefined;
}

function readStructure(scan: Scan, character: number): Excess | undefined {
  const { limits, open } = scan;
  const brace = character | SQUARE_TO_BRACE;
  if (brace === OPEN) {
    open.push({ isList: character !== OPEN, index: 0, key: undefined });
    scan.values += 1;
    return open.length > limits.depth ? excess(scan, 'depth', limits.depth) : undefined;
  }
  if (brace === CLOSE) open.pop();
  const top = open.at(-1);
  if (character !== COMMA || top === undefined) return undefined;
  top.index += 1;
  top.key = undefined;
  scan.values += 1;
  const limit = top.isList ? 'list_items' : 'object_keys';
  return top.index >= limits[limit] ? excess(scan, limit, open.length - 1) : undefined;
}

/** Returns the position of the closing quote; the end of the text if there is none. */
function endOfString(json: string, start: number): number {
  const quote = json.indexOf('"', start);
  if (quote === -1) return json.length;
  // Most strings have no escaped quote, and `indexOf` is much faster than a loop.
  if (json.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  for (let at = start; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) return at;
    if (character === BACKSLASH) at += 1;
  }
  return json.length;
}

/** `levels`: the number of open objects and arrays on the path to the value. */
function excess({ json, open }: Scan, limit: JsonLimit, levels: number): Excess {
  const path = open
    .slice(0, levels)
    .map(({ isList, index, key = [1, 0] }) => (isList ? index : readKey(json, key)));
  return { limit, pointer: toPointer(path) };
}

function readKey(json: string, [start, end]: readonly [number, number]): string {
  try {
    return String(JSON.parse(json.slice(start - 1, end + 1)));
  } catch {
    return ''; // invalid JSON, which the parser will reject
  }
}
