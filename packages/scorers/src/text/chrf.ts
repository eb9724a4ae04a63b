import type { Text } from './read-text.ts';
import { MAX_LENGTH, sharedGrams } from './shared-grams.ts';

const BETA_SQUARED = 4;

/** Character n-gram F-score with β = 2; orders longer than either text are skipped. */
export function chrf(reply: Text, reference: Text): number {
  return chrfOf(reply.letters, reference.letters);
}

export function chrfOf(reply: Int32Array, reference: Int32Array): number {
  const said = reply.length;
  const expected = reference.length;
  if (said === 0 || expected === 0) return said === expected ? 1 : 0;
  const shared = sharedGrams(reply, reference);
  const orders = Math.min(MAX_LENGTH, said, expected);
  let precision = 0;
  let recall = 0;
  for (let order = 0; order < orders; order += 1) {
    precision += (shared[order] ?? 0) / (said - order);
    recall += (shared[order] ?? 0) / (expected - order);
  }
  const weighted = BETA_SQUARED * precision + recall;
  return weighted === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / weighted / orders;
}
