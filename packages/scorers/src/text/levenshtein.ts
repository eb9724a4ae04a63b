import { MAX_COMPARED_LENGTH, type Text } from './read-text.ts';

const SURROGATE = /[\ud800-\udfff]/;

/** How little would have to be typed again, of the longer of the two. */
export function levenshtein(reply: Text, reference: Text): number {
  const [said, expected] = oneUnitEach(reply.norm, reference.norm);
  const longest = Math.max(said.length, expected.length);
  return longest === 0 ? 1 : 1 - countEdits(said, expected) / longest;
}

/**
 * Edits are counted in UTF-16 units, the definition counts code points. Where there is a character of two units, every
 * character gets a unit of its own: there are fewer of them than units.
 */
function oneUnitEach(a: string, b: string): readonly [string, string] {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return [a, b];
  const units = new Map<string, string>();
  const unitOf = (character: string): string => {
    const unit = units.get(character) ?? String.fromCharCode(units.size);
    units.set(character, unit);
    return unit;
  };
  return [Array.from(a, unitOf).join(''), Array.from(b, unitOf).join('')];
}

/** Rows of the table that one integer holds. */
const ROWS = 32;

/** Two texts, and for each letter of the second the step to it in the row reached: 1 is up, 2 is down. */
const rows = new Uint16Array(MAX_COMPARED_LENGTH);
const columns = new Uint16Array(MAX_COMPARED_LENGTH);
const steps = new Uint8Array(MAX_COMPARED_LENGTH);

/** The rows that have a letter, as bits; all 0 between two sweeps. */
const rowsOf = new Int32Array(2 ** 16);

/** How many letters have to be inserted, removed or replaced: Myers' algorithm in blocks of 32 rows, by Hyyrö. */
function countEdits(a: string, b: string): number {
  const { start, end } = countSame(a, b);
  const height = copyUnits(rows, a, { start, end });
  const width = copyUnits(columns, b, { start, end });
  if (height === 0 || width === 0) return height + width;
  steps.fill(1, 0, width);
  for (let row = 0; row < height; row += ROWS) sweep(row, Math.min(row + ROWS, height), width);
  let edits = height;
  for (let at = 0; at < width; at += 1) {
    const step = steps[at] ?? 0;
    edits += (step & 1) - (step >> 1);
  }
  return edits;
}

/** How many letters are the same at the start and at the end: they need no edit. */
function countSame(a: string, b: string): { readonly start: number; readonly end: number } {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  const left = shortest - start;
  while (end < left && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) {
    end += 1;
  }
  return { start, end };
}

/** Copies the letters between those that are the same, and says how many they are. */
function copyUnits(
  units: Uint16Array,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  const length = text.length - start - end;
  for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(start + at);
  return length;
}

/** Goes through a block of rows, from the first column to the last: `steps` are those above it, then those below it. */
function sweep(firstRow: number, endRow: number, width: number): void {
  const last = endRow - firstRow - 1;
  for (let at = 0; at <= last; at += 1) {
    const letter = rows[firstRow + at] ?? 0;
    rowsOf[letter] = (rowsOf[letter] ?? 0) | (1 << at);
  }
  let up = -1; // rows where the table grows downwards
  let down = 0; // rows where it falls
  for (let at = 0; at < width; at += 1) {
    const step = steps[at] ?? 0;
    const equal = rowsOf[columns[at] ?? 0] ?? 0;
    const equalOrDown = equal | (step >> 1);
    const diagonal = (((equalOrDown & up) + up) ^ up) | equalOrDown;
    const stepsUp = down | ~(diagonal | up);
    const stepsDown = up & diagonal;
    steps[at] = ((stepsUp >>> last) & 1) | (((stepsDown >>> last) & 1) << 1);
    const shiftedUp = (stepsUp << 1) | (step & 1);
    up = (stepsDown << 1) | (step >> 1) | ~(equal | down | shiftedUp);
    down = shiftedUp & (equal | down);
  }
  for (let at = firstRow; at < endRow; at += 1) rowsOf[rows[at] ?? 0] = 0;
}
