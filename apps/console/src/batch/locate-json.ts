/** Parsed JSON with the line of each value; or the line and message of its first syntax error. */
export type LocatedJson =
  | {
      readonly state: 'read';
      readonly value: unknown;
      /** The line of a value by its JSON pointer; if it does not exist, the line of its nearest parent. */
      readonly lineOf: (pointer: string) => number;
    }
  | { readonly state: 'broken'; readonly line: number; readonly message: string };

/** The service rejects deeper nesting. */
const MAX_DEPTH = 64;
const SPACE = /[ \t\r\n]*/y;
// oxlint-disable-next-line no-control-regex -- JSON wants them escaped
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const UNKNOWN_TOKEN = /[^\s,:[\]{}"]+/y;

class JsonSyntaxError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function locateJson(text: string): LocatedJson {
  const offsets = new Map<string, number>();
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  try {
    scan(text, offsets);
  } catch (thrown) {
    if (!(thrown instanceof JsonSyntaxError)) throw thrown;
    return { state: 'broken', line: lineAt(thrown.at), message: thrown.message };
  }
  return {
    state: 'read',
    value: JSON.parse(text) as unknown,
    lineOf(pointer) {
      let known = pointer;
      while (known !== '' && !offsets.has(known)) known = known.slice(0, known.lastIndexOf('/'));
      return lineAt(offsets.get(known) ?? 0);
    },
  };
}

/** Records the offset of each value by its pointer. Throws at the first syntax error. */
function scan(text: string, offsets: Map<string, number>): void {
  const cursor = createCursor(text);
  readValue(cursor, { pointer: '', depth: 0, offsets });
  cursor.take(SPACE);
  if (!cursor.isAtEnd()) throw cursor.fault('unexpected text after the end');
}

interface Cursor {
  readonly at: () => number;
  readonly next: () => string | undefined;
  readonly isAtEnd: () => boolean;
  readonly take: (pattern: RegExp) => string | undefined;
  /** Skips the character if it is next, with surrounding whitespace. */
  readonly skip: (character: string) => boolean;
  readonly fault: (message: string) => JsonSyntaxError;
}

function createCursor(text: string): Cursor {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  return {
    at: () => at,
    next: () => text[at],
    isAtEnd: () => at >= text.length,
    take,
    skip(character) {
      take(SPACE);
      if (text[at] !== character) return false;
      at += 1;
      take(SPACE);
      return true;
    },
    fault: (message) => new JsonSyntaxError(at, message),
  };
}

interface ValueContext {
  readonly pointer: string;
  readonly depth: number;
  readonly offsets: Map<string, number>;
}

function readValue(cursor: Cursor, context: ValueContext): void {
  cursor.take(SPACE);
  if (context.depth > MAX_DEPTH) throw cursor.fault(`nested more than ${MAX_DEPTH} levels deep`);
  context.offsets.set(context.pointer, cursor.at());
  if (cursor.skip('{')) readFields(cursor, context);
  else if (cursor.skip('[')) readItems(cursor, context);
  else if (cursor.next() === '"') readString(cursor);
  else if (cursor.take(LITERAL) === undefined) throw noValue(cursor);
}

function readFields(cursor: Cursor, context: ValueContext): void {
  if (cursor.skip('}')) return;
  do {
    const name = readName(cursor);
    if (!cursor.skip(':')) throw cursor.fault(`a colon is missing after "${name}"`);
    readValue(cursor, childContext(context, name.replaceAll('~', '~0').replaceAll('/', '~1')));
  } while (cursor.skip(','));
  if (!cursor.skip('}')) throw missing(cursor, '}');
}

function readItems(cursor: Cursor, context: ValueContext): void {
  if (cursor.skip(']')) return;
  let index = 0;
  do {
    if (cursor.next() === ']') throw cursor.fault('extra comma before ]');
    readValue(cursor, childContext(context, String(index)));
    index += 1;
  } while (cursor.skip(','));
  if (!cursor.skip(']')) throw missing(cursor, ']');
}

function childContext({ pointer, depth, offsets }: ValueContext, name: string): ValueContext {
  return { pointer: `${pointer}/${name}`, depth: depth + 1, offsets };
}

function readName(cursor: Cursor): string {
  if (cursor.next() === '"') return readString(cursor);
  if (cursor.next() === '}') throw cursor.fault('extra comma before }');
  throw cursor.fault('the name of a field is expected, in double quotes');
}

function readString(cursor: Cursor): string {
  const found = cursor.take(STRING);
  if (found !== undefined) return JSON.parse(found) as string;
  throw cursor.fault('this text does not end, or has a character that must be escaped');
}

function missing(cursor: Cursor, bracket: string): JsonSyntaxError {
  return cursor.fault(
    cursor.isAtEnd()
      ? `the text ends, and a ${bracket} is missing`
      : `a comma or ${bracket} is missing`,
  );
}

function noValue(cursor: Cursor): JsonSyntaxError {
  if (cursor.isAtEnd()) return cursor.fault('the text ends where a value is expected');
  const before = cursor.fault(`a value is expected before ${cursor.next()}`);
  const found = cursor.take(UNKNOWN_TOKEN);
  if (found === undefined) return before;
  return new JsonSyntaxError(
    before.at,
    `${found.slice(0, 20)} is not a value; strings need double quotes`,
  );
}
