import type { Scorer } from '../scorer.ts';

/** `semantic_similarity`: similarity in meaning; null if the embedding model failed. */
export const semanticScorer: Scorer = {
  name: 'semantic_similarity',
  version: '1',
  isFree: true,
  meaning: 'similarity of the embeddings of reply and reference',
  expects: 'reference_reply',
  asksModel: true,
  grade: ({ reply: { semantic }, reference }) =>
    semantic === undefined || reference === undefined
      ? { scores: {} }
      : { scores: { semantic_similarity: semantic } },
};

/**
 * Similarity of two embeddings. Embeddings of any two texts in one language are far from opposite, so `floor`, the
 * similarity of unrelated texts, maps to 0.
 */
export function semanticSimilarity(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  floor: number,
): number {
  return Math.min(1, Math.max(0, (cosine(a, b) - floor) / (1 - floor)));
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / (Math.sqrt(ofA) * Math.sqrt(ofB));
}
