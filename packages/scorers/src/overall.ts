import { listOwnWeights, type OverallPart, type Scores, type Weights } from '@fairtrial/contracts';
import type { Reply, Scorer, ScoringInput } from './scorer.ts';

/** Derivation of `overall` from its parts. */
export interface OverallDerivation {
  readonly score: number | null;
  /** Applicable parts. Their weights sum to 1; a part that does not count has weight 0. */
  readonly parts: readonly OverallPart[];
}

/** `overall`: weighted mean of reply, metadata, checks and own scorers, as far as they apply. */
export const overallScorer: Scorer = {
  name: 'overall',
  version: '1',
  isFree: true,
  meaning: 'weighted mean of `reply`, `metadata` and `checks`, as far as they apply',
  needs: ['reply', 'metadata', 'checks'],
  failed({ reference_reply: reply, reference_metadata: metadata, checks = [] }, weights) {
    const applies =
      reply !== '' ||
      Object.keys(metadata).length > 0 ||
      (checks.length > 0 && checkWeight(weights) > 0) ||
      listOwnWeights(weights).some(([, weight]) => weight > 0);
    return applies ? { overall: null } : {};
  },
  grade(input, scores) {
    const derived = deriveOverall(input, scores);
    return { scores: derived === undefined ? {} : { overall: derived.score } };
  },
};

/** `undefined` if nothing applies. */
export function deriveOverall(
  { reply, weights }: Pick<ScoringInput, 'reply' | 'weights'>,
  scores: Scores,
): OverallDerivation | undefined {
  const given: readonly (readonly [string, number])[] = [
    ['reply', replyWeight(weights, reply)],
    ['metadata', weights.metadata],
    ['checks', checkWeight(weights)],
    ...listOwnWeights(weights),
  ];
  const applicable = given.flatMap(([metric, weight]): readonly OverallPart[] => {
    const score = scores[metric];
    const isLeftOut = weight === 0 && metric !== 'reply' && metric !== 'metadata';
    return score === undefined || isLeftOut ? [] : [{ metric, score, weight }];
  });
  if (applicable.length === 0) return undefined;
  const weighed = applicable.filter(({ weight }) => weight > 0);
  const counted = weighed.length === 0 ? applicable : weighed;
  // A failed judge or own scorer leaves `overall` unscored; labels that could not be derived do not.
  const isOpen = counted.some(({ metric, score }) => metric !== 'metadata' && score === null);
  const scored = isOpen ? counted : counted.filter(isScored);
  const parts = applicable.map((part) => ({ ...part, weight: shareOf(part, scored) }));
  return { score: isOpen ? null : weightedMean(scored.filter(isScored)), parts };
}

function checkWeight({ checks = 0 }: Weights): number {
  return checks;
}

/** With checks, text similarity has a separate weight, because checks are the better evidence of correctness. */
function replyWeight({ reply: weight, similarity = weight }: Weights, reply: Reply): number {
  return reply.judge === undefined && reply.checked?.[0] !== undefined ? similarity : weight;
}

function isScored(part: OverallPart): part is OverallPart & { readonly score: number } {
  return part.score !== null;
}

/** Returns the normalised weight of a part among those that count. */
function shareOf(part: OverallPart, counted: readonly OverallPart[]): number {
  if (!counted.includes(part)) return 0;
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 1 / counted.length : part.weight / total;
}

/** If no applicable part has a weight, all parts count equally. */
function weightedMean(parts: readonly { score: number; weight: number }[]): number | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return first.score;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return parts.reduce((sum, { score }) => sum + score, 0) / parts.length;
  return parts.reduce((sum, { score, weight }) => sum + weight * score, 0) / total;
}
