import { textScorer } from '../scorer.ts';
import { normalise } from './normalise.ts';
import type { Text } from './read-text.ts';

/** `exact_match`: 1 if the texts are equal after normalisation, else 0. */
export const exactMatchScorer = textScorer({
  name: 'exact_match',
  version: '1',
  meaning: '1 if reply and reference are the same',
  isSymmetric: true,
  compare: exactMatch,
  examples: [
    ['The United States of America.', 'united states of america', 0],
    ['United  states, of AMERICA!', 'united states of america', 1],
    ['USA', 'United States of America', 0],
    ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0],
    ['We cannot issue a refund', 'We can issue a refund', 0],
    ['Request failed', 'Hello, how can I help?', 0],
    ['', 'Hello', 0],
    ['', '...', 1],
  ],
});

/** Compares the whole texts; equal beginnings are not enough. */
export function exactMatch(reply: Text, reference: Text): number {
  if (reply.norm !== reference.norm) return 0;
  if (!reply.isCut && !reference.isCut) return 1;
  return normalise(reply.whole) === normalise(reference.whole) ? 1 : 0;
}

/** `token_f1`: F1 of the shared words. */
export const tokenF1Scorer = textScorer({
  name: 'token_f1',
  version: '1',
  meaning: 'F1 of the shared words, as multisets',
  isSymmetric: true,
  compare: tokenF1,
  examples: [
    ['The United States of America.', 'united states of america', 0.8889],
    ['United  states, of AMERICA!', 'united states of america', 1],
    ['USA', 'United States of America', 0],
    ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0.8571],
    ['We cannot issue a refund', 'We can issue a refund', 0.8],
    ['Request failed', 'Hello, how can I help?', 0],
    ['', 'Hello', 0],
    ['', '...', 1],
  ],
});

/** F1 of the shared words as multisets: a repeated word counts as often as both texts have it. */
export function tokenF1(reply: Text, reference: Text): number {
  const total = reply.tokens.length + reference.tokens.length;
  if (total === 0) return 1;
  let shared = 0;
  for (const [token, positions] of reply.positions) {
    const expected = reference.positions.get(token);
    if (expected !== undefined) shared += Math.min(positions.length, expected.length);
  }
  return (2 * shared) / total;
}

/** `rouge_l`: F1 of the longest common subsequence of words. */
export const rougeLScorer = textScorer({
  name: 'rouge_l',
  version: '1',
  meaning: 'F1 of the longest common subsequence of words',
  isSymmetric: true,
  compare: rougeL,
  examples: [
    ['The United States of America.', 'united states of america', 0.8889],
    ['United  states, of AMERICA!', 'united states of america', 1],
    ['USA', 'United States of America', 0],
    ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0.8571],
    ['We cannot issue a refund', 'We can issue a refund', 0.8],
    ['Request failed', 'Hello, how can I help?', 0],
    ['', 'Hello', 0],
    ['', '...', 1],
  ],
});

function rougeL(reply: Text, reference: Text): number {
  const total = reply.tokens.length + reference.tokens.length;
  return total === 0 ? 1 : (2 * commonSubsequence(reply, reference)) / total;
}

/** Bits per word: the sum of two words and a carry still fits into a signed integer. */
const BITS = 30;
const FULL = 2 ** BITS - 1;

/**
 * Length of the longest common subsequence in words: Hyyrö's bit-parallel algorithm, which computes a table row with a
 * few additions.
 */
export function commonSubsequence(
  a: Pick<Text, 'tokens'>,
  b: Pick<Text, 'tokens' | 'positions'>,
): number {
  const size = Math.ceil(b.tokens.length / BITS);
  const masks = new Int32Array(b.positions.size * size);
  const starts = new Map<string, number>();
  const row = new Int32Array(size).fill(FULL);
  for (const token of a.tokens) {
    const positions = b.positions.get(token);
    if (positions === undefined) continue;
    let start = starts.get(token);
    if (start === undefined) {
      start = starts.size * size;
      starts.set(token, start);
      setBits(masks, start, positions);
    }
    advance(row, masks, start);
  }
  return countZeros(row);
}

/** Computes one row of the table: a bit becomes 0 where the subsequence grows. */
function advance(row: Int32Array, masks: Int32Array, start: number): void {
  let carry = 0;
  for (let at = 0; at < row.length; at += 1) {
    const bits = row[at] ?? 0;
    const hits = bits & (masks[start + at] ?? 0);
    const sum = bits + hits + carry;
    carry = sum >>> BITS;
    row[at] = (sum | (bits - hits)) & FULL;
  }
}

function setBits(masks: Int32Array, start: number, positions: readonly number[]): void {
  for (const position of positions) {
    const at = start + Math.floor(position / BITS);
    masks[at] = (masks[at] ?? 0) | (1 << (position % BITS));
  }
}

function countZeros(row: Int32Array): number {
  let zeros = 0;
  for (const bits of row) {
    for (let left = ~bits & FULL; left !== 0; left &= left - 1) zeros += 1;
  }
  return zeros;
}
