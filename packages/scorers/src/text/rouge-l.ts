import { commonSubsequence } from './common-subsequence.ts';
import type { Text } from './read-text.ts';

/** F1 of the longest common subsequence of words: the shared words, as far as they come in the same order. */
export function rougeL(reply: Text, reference: Text): number {
  const total = reply.tokens.length + reference.tokens.length;
  return total === 0 ? 1 : (2 * commonSubsequence(reply, reference)) / total;
}
