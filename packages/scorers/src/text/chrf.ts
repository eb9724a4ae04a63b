import { textScorer } from '../scorer.ts';
import type { Text } from './read-text.ts';

const BETA_SQUARED = 4;

/** `chrf`: similarity by short sequences of characters. */
export const chrfScorer = textScorer({
  name: 'chrf',
  version: '1',
  meaning: 'F2 of the shared character n-grams, n = 1 to 6',
  compare: chrf,
  examples: [
    ['The United States of America.', 'united states of america', 0.9684],
    ['United  states, of AMERICA!', 'united states of america', 1],
    ['USA', 'United States of America', 0.0575],
    ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0.9532],
    ['We cannot issue a refund', 'We can issue a refund', 0.779],
    ['Request failed', 'Hello, how can I help?', 0.0541],
    ['', 'Hello', 0],
    ['', '...', 1],
  ],
});

/** Character n-gram F-score with β = 2; orders longer than either text are skipped. */
export function chrf(reply: Text, reference: Text): number {
  return chrfOf(reply.codePoints, reference.codePoints);
}

export function chrfOf(reply: Int32Array, reference: Int32Array): number {
  return scoreGrams(sharedGrams(reply, reference), reply.length, reference.length);
}

/** Returns the score of two texts of these lengths that share this many n-grams, by n. */
export function scoreGrams(shared: readonly number[], said: number, expected: number): number {
  if (said === 0 || expected === 0) return said === expected ? 1 : 0;
  const orders = Math.min(MAX_ORDER, said, expected);
  let precision = 0;
  let recall = 0;
  for (let order = 0; order < orders; order += 1) {
    precision += (shared[order] ?? 0) / (said - order);
    recall += (shared[order] ?? 0) / (expected - order);
  }
  const weighted = BETA_SQUARED * precision + recall;
  return weighted === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / weighted / orders;
}

/** Maximum n of the counted n-grams. */
const MAX_ORDER = 6;

/**
 * Counts the n-grams of a text for n = 1 to 6: a trie in one hash table. A branch that occurs once ends there, because
 * most n-grams of more than three letters are unique; the rest is read from the text. Exact, unlike hashed n-grams, and
 * without allocating a string per n-gram.
 *
 * A branch has four adjacent cells: its parent (0 if the slot is empty), its letter, its count, and how many
 * occurrences were found in the other text. A branch that ends stores its start position in the text (bitwise negated)
 * instead of the count, and the number of letters found from there.
 */
interface GramTree {
  /** The text that the tree was built from. */
  text: Int32Array;
  mask: number;
  cells: Int32Array;
  /** The last text it was compared with, and the number of n-grams they share. */
  other: Int32Array;
  shared: readonly number[];
}

const CELLS = 4;
const LETTER = 1;
const COUNT = 2;
const FOUND = 3;
const ROOT = -1;

/**
 * A single shared tree, because allocating it would take as long as filling it. It is kept for the last text, which is
 * typically a reply that is compared with several references.
 */
const tree: GramTree = {
  text: new Int32Array(),
  mask: 0,
  cells: new Int32Array(CELLS),
  other: new Int32Array(),
  shared: [],
};

/** Number of n-grams that two texts share as multisets, by n. Cheaper if `a` is the same as in the last call. */
function sharedGrams(a: Int32Array, b: Int32Array): readonly number[] {
  if (tree.text === a && tree.other === b) return tree.shared;
  if (tree.text === a) forgetFound();
  else growTree(a);
  const shared = [0, 0, 0, 0, 0, 0];
  for (let start = 0; start < b.length; start += 1) addShared(shared, b, start);
  tree.other = b;
  tree.shared = shared;
  return shared;
}

/** Adds the n-grams of `b` that begin here, limited by their count in the tree. */
function addShared(shared: number[], b: Int32Array, start: number): void {
  const { cells } = tree;
  const end = Math.min(start + MAX_ORDER, b.length);
  let node = ROOT;
  for (let at = start; at < end; at += 1) {
    node = findBranch(node, b[at] ?? 0);
    if (cells[node] === 0) return; // longer n-grams cannot match either
    const count = cells[node + COUNT] ?? 0;
    const found = cells[node + FOUND] ?? 0;
    if (count < 0) {
      const equal = countEqual(~count, b, start);
      for (let order = Math.max(found, at - start); order < equal; order += 1) {
        shared[order] = (shared[order] ?? 0) + 1;
      }
      cells[node + FOUND] = Math.max(found, equal);
      return;
    }
    if (found === count) continue;
    cells[node + FOUND] = found + 1;
    shared[at - start] = (shared[at - start] ?? 0) + 1;
  }
}

/** Length of the common prefix of the longest n-grams at these positions of the tree's text and `b`. */
function countEqual(begin: number, b: Int32Array, start: number): number {
  const { text } = tree;
  const orders = Math.min(MAX_ORDER, text.length - begin, b.length - start);
  let equal = 0;
  while (equal < orders && text[begin + equal] === b[start + equal]) equal += 1;
  return equal;
}

function growTree(text: Int32Array): void {
  const slots = slotsFor(text.length);
  if (slots * CELLS > tree.cells.length) tree.cells = new Int32Array(slots * CELLS);
  else tree.cells.fill(0, 0, slots * CELLS);
  tree.text = text;
  tree.mask = slots - 1;
  const { cells } = tree;
  for (let start = 0; start < text.length; start += 1) {
    const end = Math.min(start + MAX_ORDER, text.length);
    let node = ROOT;
    for (let at = start; at < end; at += 1) {
      const letter = text[at] ?? 0;
      const branch = findBranch(node, letter);
      const count = cells[branch + COUNT] ?? 0;
      if (count === 0) {
        cells[branch] = node;
        cells[branch + LETTER] = letter;
        cells[branch + COUNT] = ~start;
        break;
      }
      if (count < 0) goOn(branch, at + 1 - start);
      cells[branch + COUNT] = Math.max(1, count) + 1;
      node = branch;
    }
  }
}

/** Extends a branch of this length that ended by the next letter of its n-gram, if there is one. */
function goOn(branch: number, length: number): void {
  const { cells, text } = tree;
  const begin = cells[branch + COUNT] ?? 0;
  const next = ~begin + length;
  if (length === MAX_ORDER || next >= text.length) return;
  const letter = text[next] ?? 0;
  const added = findBranch(branch, letter);
  cells[added] = branch;
  cells[added + LETTER] = letter;
  cells[added + COUNT] = begin;
}

/**
 * Returns the position of this branch, or of the empty slot for it. Slot 0 is never used, because parent 0 marks an
 * empty slot.
 */
function findBranch(node: number, letter: number): number {
  const { cells, mask } = tree;
  const mixed = Math.imul(Math.imul(node, 0x9e3779b1) ^ letter, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & mask;
  for (;;) {
    const branch = slot * CELLS;
    const parent = cells[branch];
    if (slot > 0 && (parent === 0 || (parent === node && cells[branch + LETTER] === letter))) {
      return branch;
    }
    slot = (slot + 1) & mask;
  }
}

function forgetFound(): void {
  const end = (tree.mask + 1) * CELLS;
  for (let at = FOUND; at < end; at += CELLS) tree.cells[at] = 0;
}

/**
 * A power of two with at least a fifth of the slots free, so that probing ends quickly. For each n, at most half as
 * many branches continue as the text has letters, because each occurs at least twice; and at most one branch ends per
 * letter.
 */
function slotsFor(length: number): number {
  return 2 ** Math.ceil(Math.log2(length * (MAX_ORDER / 2 + 1) * 1.25 + 2));
}
