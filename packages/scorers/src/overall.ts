import type { Weights } from '@assay/contracts';
import type { Reply, Scorer } from './scorer.ts';

interface Part {
  /** `undefined` if it does not apply, null if it could not be scored. */
  readonly score: number | null | undefined;
  readonly weight: number;
}

/** `overall`: reply, metadata and checks by their weights, as far as they apply. */
export const overallScorer: Scorer = {
  name: 'overall',
  needs: ['reply', 'metadata', 'checks'],
  failed({ reference_reply: reply, reference_metadata: metadata, checks = [] }, weights) {
    const applies =
      reply !== '' ||
      Object.keys(metadata).length > 0 ||
      (checks.length > 0 && checkWeight(weights) > 0);
    return applies ? { overall: null } : {};
  },
  score({ reply, weights }, scores) {
    const text = { score: scores['reply'], weight: replyWeight(weights, reply) };
    const labels = { score: scores['metadata'], weight: weights.metadata };
    const checks = { score: scores['checks'], weight: checkWeight(weights) };
    const parts = [text, labels, ...(checks.weight > 0 ? [checks] : [])].filter(
      ({ score }) => score !== undefined,
    );
    if (parts.length === 0) return { scores: {} };
    const weighed = parts.filter(({ weight }) => weight > 0);
    const counted = weighed.length === 0 ? parts : weighed;
    // A judge that failed leaves the whole open; labels that no source could derive do not.
    if (text.score === null && counted.includes(text)) return { scores: { overall: null } };
    return { scores: { overall: weightedMean(counted.filter(isScored)) } };
  },
};

function checkWeight({ checks = 0 }: Weights): number {
  return checks;
}

/** Beside checks, how alike two texts are has a weight of its own: the checks know better what is right. */
function replyWeight({ reply: weight, similarity = weight }: Weights, reply: Reply): number {
  return reply.judge === undefined && reply.checked?.[0] !== undefined ? similarity : weight;
}

function isScored(part: Part): part is Part & { readonly score: number } {
  return typeof part.score === 'number';
}

/** Where nothing that applies was given a weight, all of it counts the same. */
function weightedMean(parts: readonly { score: number; weight: number }[]): number | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return first.score;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return parts.reduce((sum, { score }) => sum + score, 0) / parts.length;
  return parts.reduce((sum, { score, weight }) => sum + weight * score, 0) / total;
}
