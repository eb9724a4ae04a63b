/** JSON that knows on which line each of its values is, and what is wrong with it where it is none. */
export type LocatedJson =
  | {
      readonly state: 'read';
      readonly value: unknown;
      /** The line of a value, by its JSON pointer; of the nearest one around it where it is not there. */
      readonly lineOf: (pointer: string) => number;
    }
  | { readonly state: 'broken'; readonly line: number; readonly message: string };

/** What the service reads; deeper than that is refused. */
const DEEPEST = 64;
const SPACE = /[ \t\r\n]*/y;
// oxlint-disable-next-line no-control-regex -- JSON wants them escaped
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SOMETHING = /[^\s,:[\]{}"]+/y;

class Fault extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function locateJson(text: string): LocatedJson {
  const places = new Map<string, number>();
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  try {
    scan(text, places);
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return { state: 'broken', line: lineAt(thrown.at), message: thrown.message };
  }
  return {
    state: 'read',
    value: JSON.parse(text) as unknown,
    lineOf(pointer) {
      let known = pointer;
      while (known !== '' && !places.has(known)) known = known.slice(0, known.lastIndexOf('/'));
      return lineAt(places.get(known) ?? 0);
    },
  };
}

/** Notes where each value begins. Throws at the first place where it is no JSON. */
function scan(text: string, places: Map<string, number>): void {
  const cursor = createCursor(text);
  readValue(cursor, { pointer: '', depth: 0, places });
  cursor.take(SPACE);
  if (!cursor.isAtEnd()) throw cursor.fault('there is more after the end');
}

interface Cursor {
  readonly at: () => number;
  readonly next: () => string | undefined;
  readonly isAtEnd: () => boolean;
  readonly take: (pattern: RegExp) => string | undefined;
  /** Takes the mark if it is next, and the space around it. */
  readonly skip: (mark: string) => boolean;
  readonly fault: (message: string) => Fault;
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
    skip(mark) {
      take(SPACE);
      if (text[at] !== mark) return false;
      at += 1;
      take(SPACE);
      return true;
    },
    fault: (message) => new Fault(at, message),
  };
}

/** A value that is being read. */
interface Spot {
  readonly pointer: string;
  readonly depth: number;
  readonly places: Map<string, number>;
}

function readValue(cursor: Cursor, spot: Spot): void {
  cursor.take(SPACE);
  if (spot.depth > DEEPEST) throw cursor.fault(`nested more than ${DEEPEST} levels deep`);
  spot.places.set(spot.pointer, cursor.at());
  if (cursor.skip('{')) readFields(cursor, spot);
  else if (cursor.skip('[')) readItems(cursor, spot);
  else if (cursor.next() === '"') readString(cursor);
  else if (cursor.take(WORD) === undefined) throw noValue(cursor);
}

function readFields(cursor: Cursor, spot: Spot): void {
  if (cursor.skip('}')) return;
  do {
    const name = readName(cursor);
    if (!cursor.skip(':')) throw cursor.fault(`a colon is missing after "${name}"`);
    readValue(cursor, below(spot, name.replaceAll('~', '~0').replaceAll('/', '~1')));
  } while (cursor.skip(','));
  if (!cursor.skip('}')) throw missing(cursor, '}');
}

function readItems(cursor: Cursor, spot: Spot): void {
  if (cursor.skip(']')) return;
  let index = 0;
  do {
    if (cursor.next() === ']') throw cursor.fault('a comma too many before ]');
    readValue(cursor, below(spot, String(index)));
    index += 1;
  } while (cursor.skip(','));
  if (!cursor.skip(']')) throw missing(cursor, ']');
}

function below({ pointer, depth, places }: Spot, name: string): Spot {
  return { pointer: `${pointer}/${name}`, depth: depth + 1, places };
}

function readName(cursor: Cursor): string {
  if (cursor.next() === '"') return readString(cursor);
  if (cursor.next() === '}') throw cursor.fault('a comma too many before }');
  throw cursor.fault('the name of a field is expected, in double quotes');
}

function readString(cursor: Cursor): string {
  const found = cursor.take(STRING);
  if (found !== undefined) return JSON.parse(found) as string;
  throw cursor.fault('this text does not end, or has a character that must be escaped');
}

function missing(cursor: Cursor, mark: string): Fault {
  return cursor.fault(
    cursor.isAtEnd() ? `the text ends, and a ${mark} is missing` : `a comma or ${mark} is missing`,
  );
}

function noValue(cursor: Cursor): Fault {
  if (cursor.isAtEnd()) return cursor.fault('the text ends where a value is expected');
  const before = cursor.fault(`a value is expected before ${cursor.next()}`);
  const found = cursor.take(SOMETHING);
  if (found === undefined) return before;
  return new Fault(before.at, `${found.slice(0, 20)} is no value; text needs double quotes`);
}
