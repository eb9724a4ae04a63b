import { normalise } from './normalise.ts';

const LONGEST = 6;
const BETA_SQUARED = 4;

/** The n-grams of a text, counted, for n = 1 to 6: what takes the time, and can be kept. */
export interface Grams {
  readonly length: number;
  readonly orders: readonly ReadonlyMap<string, number>[];
}

/** Character n-gram F-score with β = 2; orders longer than either text are skipped. */
export function chrf(reply: string, reference: string): number {
  return chrfOf(gramsOf(reply), gramsOf(reference));
}

export function chrfOf(said: Grams, expected: Grams): number {
  if (said.length === 0 || expected.length === 0) return said.length === expected.length ? 1 : 0;
  const orders = Math.min(LONGEST, said.length, expected.length);
  let precision = 0;
  let recall = 0;
  for (let at = 0; at < orders; at += 1) {
    const shared = countShared(said.orders[at], expected.orders[at]);
    precision += shared / (said.length - at) / orders;
    recall += shared / (expected.length - at) / orders;
  }
  const weighted = BETA_SQUARED * precision + recall;
  return weighted === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / weighted;
}

export function gramsOf(text: string): Grams {
  const letters = Array.from(normalise(text).replaceAll(' ', ''));
  const orders = Array.from({ length: LONGEST }, (_, at) => countGrams(letters, at + 1));
  return { length: letters.length, orders };
}

function countGrams(letters: readonly string[], n: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + n <= letters.length; at += 1) {
    const gram = letters.slice(at, at + n).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

type Counts = ReadonlyMap<string, number>;

function countShared(a: Counts = new Map(), b: Counts = new Map()): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [gram, count] of small) shared += Math.min(count, large.get(gram) ?? 0);
  return shared;
}
