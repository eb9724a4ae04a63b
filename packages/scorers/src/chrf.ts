import { countItems, countOverlap, type Counts } from './count-overlap.ts';
import { normalise } from './normalise.ts';

const LONGEST = 6;
const BETA_SQUARED = 4;
const NONE: Counts = new Map();

/** The n-grams of a text, counted, for n = 1 to 6: what takes the time, and can be kept. */
export interface Grams {
  readonly length: number;
  readonly orders: readonly Counts[];
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
  for (const [at, grams] of said.orders.slice(0, orders).entries()) {
    const shared = countOverlap(grams, expected.orders[at] ?? NONE);
    precision += shared / (said.length - at) / orders;
    recall += shared / (expected.length - at) / orders;
  }
  const weighted = BETA_SQUARED * precision + recall;
  return weighted === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / weighted;
}

export function gramsOf(text: string): Grams {
  const letters = Array.from(normalise(text).replaceAll(' ', ''));
  const orders = Array.from({ length: LONGEST }, (_, at) => countItems(gramsIn(letters, at + 1)));
  return { length: letters.length, orders };
}

function* gramsIn(letters: readonly string[], n: number): Generator<string> {
  for (let at = 0; at + n <= letters.length; at += 1) yield letters.slice(at, at + n).join('');
}
