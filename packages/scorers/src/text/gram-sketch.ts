import { scoreGrams } from './chrf.ts';

/**
 * The n-grams of a text for n = 1 to 4, as a number for each time that one occurs: first those of one letter, then
 * those of two, and so on. The second occurrence of an n-gram has another number than the first, so that numbers
 * which two sketches share stand for n-grams which both texts have that often.
 */
export interface GramSketch {
  /** How many letters the text has. */
  readonly length: number;
  readonly numbers: Uint16Array;
}

const ORDERS = 4;
const NUMBERS = 2 ** 16;

/** How often an n-gram was seen, while the sketch of one text is drawn; all 0 between two texts. */
const seen = new Uint16Array(NUMBERS);

/** Any odd number gives as many occurrences of an n-gram as there are numbers each one of its own. */
const NEXT_OCCURRENCE = 0x9e37;

export function sketchGrams(text: Int32Array): GramSketch {
  const { length } = text;
  const numbers = new Uint16Array(countGrams(length));
  const hashes = new Int32Array(length);
  let at = 0;
  for (let order = 0; order < Math.min(ORDERS, length); order += 1) {
    const grams = length - order;
    for (let start = 0; start < grams; start += 1) {
      const mixed = Math.imul((hashes[start] ?? 0) ^ (text[start + order] ?? 0), 0x9e3779b1);
      const hash = mixed ^ (mixed >>> 15);
      hashes[start] = hash;
      const occurrence = seen[hash >>> 16] ?? 0;
      seen[hash >>> 16] = occurrence + 1;
      numbers[at] = (hash >>> 16) + Math.imul(occurrence, NEXT_OCCURRENCE);
      at += 1;
    }
    for (let start = 0; start < grams; start += 1) seen[(hashes[start] ?? 0) >>> 16] = 0;
  }
  return { length, numbers };
}

function countGrams(length: number): number {
  let grams = 0;
  for (let order = 0; order < Math.min(ORDERS, length); order += 1) grams += length - order;
  return grams;
}

/** For each number a bit for every n: whether the text has an n-gram of this number. All 0 between two calls. */
const marks = new Uint8Array(NUMBERS);

/**
 * What `chrf` can be at most for a reply and each of the other texts, at a small part of its cost. Different n-grams may
 * have the same number, which only adds to what two texts seem to share; and they share no more n-grams of 5 or 6
 * letters than of 4, since each begins with one of those.
 */
export function boundChrf(reply: GramSketch, others: readonly GramSketch[]): Float64Array {
  mark(reply);
  const bounds = new Float64Array(others.length);
  others.forEach((other, at) => {
    bounds[at] = scoreGrams(countMarked(other), reply.length, other.length);
  });
  for (const number of reply.numbers) marks[number] = 0;
  return bounds;
}

function mark({ length, numbers }: GramSketch): void {
  let at = 0;
  for (let order = 0; order < ORDERS; order += 1) {
    const end = at + Math.max(0, length - order);
    for (; at < end; at += 1) {
      const number = numbers[at] ?? 0;
      marks[number] = (marks[number] ?? 0) | (1 << order);
    }
  }
}

/** How many n-grams of a text are marked, by n; one array for all, since each is used at once. */
const marked = [0, 0, 0, 0, 0, 0];

function countMarked({ length, numbers }: GramSketch): readonly number[] {
  let at = 0;
  let count = 0;
  for (let order = 0; order < ORDERS; order += 1) {
    const end = at + Math.max(0, length - order);
    count = 0;
    for (; at < end; at += 1) count += ((marks[numbers[at] ?? 0] ?? 0) >> order) & 1;
    marked[order] = count;
  }
  return marked.fill(count, ORDERS);
}
