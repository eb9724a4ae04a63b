import { scoreGrams } from './chrf.ts';

/**
 * Index of the n-grams of several texts, for n = 1 to 4. It bounds the similarity of a reply to each text without
 * comparing them. N-grams are hashed into buckets per n.
 */
export interface GramIndex {
  /** Length of each text in letters. */
  readonly lengths: readonly number[];
  /** Number of buckets per n; a power of two. */
  readonly buckets: number;
  /** Start of each bucket's entries; they end where the next bucket begins. */
  readonly starts: Int32Array;
  /** Text number and n-gram count of the text in the bucket; the count is in the lowest 12 bits. */
  readonly entries: Int32Array;
}

const ORDERS = 4;
const MAX_ORDER = 6;
const COUNT_BITS = 12;
const MAX_COUNT = 2 ** COUNT_BITS - 1;
const MIN_BUCKETS = 2 ** 8;
const MAX_BUCKETS = 2 ** 16;

/** Indexes texts of fewer than 4,096 letters each. */
export function indexGrams(texts: readonly Int32Array[]): GramIndex {
  const lengths = texts.map(({ length }) => length);
  const letters = lengths.reduce((sum, length) => sum + length, 1);
  const wanted = 2 ** Math.ceil(Math.log2(letters / 2));
  const buckets = Math.min(MAX_BUCKETS, Math.max(MIN_BUCKETS, wanted));
  const bucketsOf = texts.map((text) => sortIntoBuckets(text, buckets));
  const starts = startsOf(bucketsOf, buckets * ORDERS);
  const entries = new Int32Array(starts.at(-1) ?? 0);
  const ends = starts.slice();
  for (const [no, found] of bucketsOf.entries()) {
    for (const bucket of found) {
      const end = ends[bucket] ?? 0;
      const last = end > (starts[bucket] ?? 0) ? (entries[end - 1] ?? 0) : -1;
      if (last >> COUNT_BITS === no) entries[end - 1] = last + 1;
      else {
        entries[end] = (no << COUNT_BITS) | 1;
        ends[bucket] = end + 1;
      }
    }
  }
  return { lengths, buckets, starts, entries };
}

/** Computes the start of each bucket's entries, with one entry per text in the bucket. */
function startsOf(bucketsOf: readonly Int32Array[], size: number): Int32Array {
  const starts = new Int32Array(size + 1);
  const lastText = new Int32Array(size).fill(-1);
  for (const [no, found] of bucketsOf.entries()) {
    for (const bucket of found) {
      if (lastText[bucket] === no) continue;
      lastText[bucket] = no;
      starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
    }
  }
  for (let at = 0; at < size; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  return starts;
}

/** Returns the bucket of each n-gram of a text, in order of n. */
function sortIntoBuckets(text: Int32Array, buckets: number): Int32Array {
  const { length } = text;
  const hashes = new Int32Array(length);
  const found = new Int32Array(countGrams(length));
  let at = 0;
  for (let order = 0; order < Math.min(ORDERS, length); order += 1) {
    for (let start = 0; start < length - order; start += 1) {
      const mixed = Math.imul((hashes[start] ?? 0) ^ (text[start + order] ?? 0), 0x9e3779b1);
      const hash = mixed ^ (mixed >>> 15);
      hashes[start] = hash;
      found[at] = order * buckets + (hash & (buckets - 1));
      at += 1;
    }
  }
  return found;
}

function countGrams(length: number): number {
  let grams = 0;
  for (let order = 0; order < Math.min(ORDERS, length); order += 1) grams += length - order;
  return grams;
}

/** N-grams that a reply shares with one text, by n; a shared buffer, because it is consumed immediately. */
const ofOne = [0, 0, 0, 0, 0, 0];

/**
 * Upper bound of `chrf` for a reply and each text of the index. Hash collisions can only increase the shared count. Two
 * texts share at most as many 5- and 6-grams as 4-grams, because each begins with a 4-gram.
 */
export function boundChrf(reply: Int32Array, index: GramIndex): Float64Array {
  const { lengths } = index;
  const shared = countShared(reply, index);
  const bounds = new Float64Array(lengths.length);
  for (let no = 0; no < bounds.length; no += 1) {
    for (let order = 0; order < MAX_ORDER; order += 1) {
      ofOne[order] = shared[no * ORDERS + Math.min(order, ORDERS - 1)] ?? 0;
    }
    bounds[no] = scoreGrams(ofOne, reply.length, lengths[no] ?? 0);
  }
  return bounds;
}

/** Number of the reply's n-grams per bucket; all 0 between two calls. */
const counts = new Int32Array(MAX_BUCKETS * ORDERS);

/** Number of n-grams that the reply and each text have in the same buckets: four numbers per text, by n. */
function countShared(reply: Int32Array, index: GramIndex): Int32Array {
  const { lengths, buckets, starts, entries } = index;
  const shared = new Int32Array(lengths.length * ORDERS);
  const found = sortIntoBuckets(reply, buckets);
  for (const bucket of found) counts[bucket] = (counts[bucket] ?? 0) + 1;
  for (const bucket of found) {
    const count = counts[bucket] ?? 0;
    if (count === 0) continue; // this bucket was seen before
    counts[bucket] = 0;
    const order = Math.floor(bucket / buckets);
    const end = starts[bucket + 1] ?? 0;
    for (let at = starts[bucket] ?? 0; at < end; at += 1) {
      const entry = entries[at] ?? 0;
      const cell = (entry >> COUNT_BITS) * ORDERS + order;
      shared[cell] = (shared[cell] ?? 0) + Math.min(count, entry & MAX_COUNT);
    }
  }
  return shared;
}
