import type { Text } from './read-text.ts';

const BETA_SQUARED = 4;

/** Character n-gram F-score with β = 2; orders longer than either text are skipped. */
export function chrf(reply: Text, reference: Text): number {
  return chrfOf(reply.codePoints, reference.codePoints);
}

export function chrfOf(reply: Int32Array, reference: Int32Array): number {
  return scoreGrams(sharedGrams(reply, reference), reply.length, reference.length);
}

/** The score of two texts of these lengths that share so many n-grams, by n. */
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

/** The length of the longest n-grams that are counted. */
const MAX_ORDER = 6;

/**
 * How often each n-gram of a text occurs, for n = 1 to 6: a tree with a letter on every branch, in one hash table. A
 * branch that occurs once ends there, since most n-grams of more than three letters do: what follows is read from the
 * text. Exact, unlike hashed n-grams, and without a string for each of them.
 *
 * A branch has four cells beside each other: its parent (0 where there is none), its letter, its count, and how many of
 * them were found in the other text. A branch that ends has, in place of its count, where it begins in the text (as a
 * negative number), and how many letters from there on were found.
 */
interface GramTree {
  /** The text it was grown from. */
  text: Int32Array;
  mask: number;
  cells: Int32Array;
  /** The text that it was compared with last, and how many n-grams they share. */
  other: Int32Array;
  shared: readonly number[];
}

const CELLS = 4;
const LETTER = 1;
const COUNT = 2;
const FOUND = 3;
const ROOT = -1;

/**
 * One tree for all: to allocate it would take as long as to fill it. It is kept for the text it was
 * grown from last, a reply that is held against one reference after the other.
 */
const tree: GramTree = {
  text: new Int32Array(),
  mask: 0,
  cells: new Int32Array(CELLS),
  other: new Int32Array(),
  shared: [],
};

/** How many n-grams two texts share, each as often as both have it, by n. Cheaper for the same `a` as before. */
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

/** Adds the n-grams of `b` that begin here, as far as the tree has more of them than were found. */
function addShared(shared: number[], b: Int32Array, start: number): void {
  const { cells } = tree;
  const end = Math.min(start + MAX_ORDER, b.length);
  let node = ROOT;
  for (let at = start; at < end; at += 1) {
    node = findBranch(node, b[at] ?? 0);
    if (cells[node] === 0) return; // what is not there cannot go on
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

/** How many letters of the longest n-gram that begins here are the same in the tree's text and in `b`. */
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

/** Gives a branch of so many letters that ended the next letter of its n-gram, if there is one. */
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

/** Where this branch is, or would be. Slot 0 is nobody's: no branch can be its own absence. */
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
 * A power of two with a fifth of it free, so that a search always ends soon. For each n at most half as many branches go
 * on as the text has letters, since each occurs twice; and for each letter at most one branch ends.
 */
function slotsFor(length: number): number {
  return 2 ** Math.ceil(Math.log2(length * (MAX_ORDER / 2 + 1) * 1.25 + 2));
}
