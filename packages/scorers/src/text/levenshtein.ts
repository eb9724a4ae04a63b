import { textScorer } from '../scorer.ts';
import { MAX_COMPARED_LENGTH, type Text } from './read-text.ts';

const SURROGATE = /[\ud800-\udfff]/;

/** `levenshtein`: similarity by single characters. */
export const levenshteinScorer = textScorer({
  name: 'levenshtein',
  version: '1',
  meaning: '1 − edits / length of the longer text, in characters',
  isSymmetric: true,
  compare: levenshtein,
  examples: [
    ['The United States of America.', 'united states of america', 0.8571],
    ['United  states, of AMERICA!', 'united states of america', 1],
    ['USA', 'United States of America', 0.125],
    ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0.9667],
    ['We cannot issue a refund', 'We can issue a refund', 0.875],
    ['Request failed', 'Hello, how can I help?', 0.25],
    ['', 'Hello', 0],
    ['', '...', 1],
  ],
});

/** 1 minus the edit distance divided by the length of the longer text. */
export function levenshtein(reply: Text, reference: Text): number {
  const [said, expected] = oneUnitEach(reply.norm, reference.norm);
  const longest = Math.max(said.length, expected.length);
  return longest === 0 ? 1 : 1 - countEdits(said, expected) / longest;
}

/**
 * Edits are counted in UTF-16 units, but the metric is defined on code points. If a text has a surrogate pair, every
 * distinct character is mapped to its own unit; there are always fewer characters than units.
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

/** Rows of the table per integer. */
const ROWS = 32;

/** The two texts, and the vertical step at each letter of the second in the current row: 1 is up, 2 is down. */
const rows = new Uint16Array(MAX_COMPARED_LENGTH);
const columns = new Uint16Array(MAX_COMPARED_LENGTH);
const steps = new Uint8Array(MAX_COMPARED_LENGTH);

/** Rows that contain a letter, as a bit mask; all 0 between two sweeps. */
const rowsOf = new Int32Array(2 ** 16);

/** Number of insertions, deletions and replacements: Myers' algorithm in blocks of 32 rows, by Hyyrö. */
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

/** Length of the common prefix and suffix, which need no edits. */
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

/** Copies the letters between the common prefix and suffix; returns their number. */
function copyUnits(
  units: Uint16Array,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  const length = text.length - start - end;
  for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(start + at);
  return length;
}

/**
 * Processes a block of rows from the first column to the last. `steps` holds the steps above the block on entry and
 * those below it on return.
 */
function sweep(firstRow: number, endRow: number, width: number): void {
  const last = endRow - firstRow - 1;
  for (let at = 0; at <= last; at += 1) {
    const letter = rows[firstRow + at] ?? 0;
    rowsOf[letter] = (rowsOf[letter] ?? 0) | (1 << at);
  }
  let up = -1; // rows where the table grows downwards
  let down = 0; // rows where the table falls
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
