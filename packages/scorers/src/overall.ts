import type { Weights } from '@assay/contracts';
import type { Scorer } from './scorer.ts';

interface Part {
  readonly score: number;
  readonly weight: number;
}

/**
 * `overall`: reply and metadata by their weights, or the one of them that applies. Checks take part
 * where they were given a weight.
 */
export const overallScorer: Scorer = {
  name: 'overall',
  needs: ['reply', 'metadata', 'checks'],
  failed({ reference_reply: reply, reference_metadata: metadata, checks = [] }, weights) {
    const applies =
      reply !== '' ||
      Object.keys(metadata).length > 0 ||
      (checks.length > 0 && checkWeight(weights) > 0);
    return applies ? { overall: 0 } : {};
  },
  score({ weights }, { reply, metadata, checks }) {
    const asserted = checkWeight(weights) > 0 ? checks : undefined;
    if (reply === undefined && metadata === undefined && asserted === undefined) {
      return { scores: {} };
    }
    // A judge that failed leaves the whole open; labels that nobody could derive do not.
    if (reply === null) return { scores: { overall: null } };
    const parts = [
      { score: reply, weight: weights.reply },
      { score: metadata, weight: weights.metadata },
      { score: asserted, weight: checkWeight(weights) },
    ].filter((part): part is Part => typeof part.score === 'number');
    return { scores: { overall: weightedMean(parts) } };
  },
};

function checkWeight({ checks = 0 }: Weights): number {
  return checks;
}

/** Where nothing that applies was given a weight, all of it counts the same. */
function weightedMean(parts: readonly Part[]): number | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return first.score;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return parts.reduce((sum, { score }) => sum + score, 0) / parts.length;
  return parts.reduce((sum, { score, weight }) => sum + weight * score, 0) / total;
}
