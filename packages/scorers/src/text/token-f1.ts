import type { Text } from './read-text.ts';

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
