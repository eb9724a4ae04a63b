import { countOverlap } from './count-overlap.ts';
import { normalise } from './normalise.ts';

const LONGEST = 6;
const BETA_SQUARED = 4;

/** Character n-gram F-score with β = 2; orders longer than either text are skipped. */
export function chrf(reply: string, reference: string): number {
  const said = letters(reply);
  const expected = letters(reference);
  if (said.length === 0 || expected.length === 0) return said.length === expected.length ? 1 : 0;
  const orders = Math.min(LONGEST, said.length, expected.length);
  let precision = 0;
  let recall = 0;
  for (let n = 1; n <= orders; n += 1) {
    const shared = countOverlap(grams(said, n), grams(expected, n));
    precision += shared / (said.length - n + 1) / orders;
    recall += shared / (expected.length - n + 1) / orders;
  }
  const weighted = BETA_SQUARED * precision + recall;
  return weighted === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / weighted;
}

function letters(text: string): readonly string[] {
  return Array.from(normalise(text).replaceAll(' ', ''));
}

function grams(items: readonly string[], n: number): readonly string[] {
  return Array.from({ length: items.length - n + 1 }, (_, at) => items.slice(at, at + n).join(''));
}
