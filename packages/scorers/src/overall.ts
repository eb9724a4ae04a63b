import type { OverallPart, Scores, Weights } from '@assay/contracts';
import type { Reply, Scorer, ScoringInput } from './scorer.ts';

/** How `overall` is made of its parts. */
export interface OverallDerivation {
  readonly score: number | null;
  /** The parts that apply; their weights sum to 1, and that of a part that does not count is 0. */
  readonly parts: readonly OverallPart[];
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
  score(input, scores) {
    const derived = deriveOverall(input, scores);
    return { scores: derived === undefined ? {} : { overall: derived.score } };
  },
};

/** `undefined` if nothing applies. */
export function deriveOverall(
  { reply, weights }: Pick<ScoringInput, 'reply' | 'weights'>,
  scores: Scores,
): OverallDerivation | undefined {
  const given = {
    reply: replyWeight(weights, reply),
    metadata: weights.metadata,
    checks: checkWeight(weights),
  };
  const applicable = (['reply', 'metadata', 'checks'] as const).flatMap((metric) => {
    const score = scores[metric];
    const isLeftOut = metric === 'checks' && given.checks === 0;
    return score === undefined || isLeftOut ? [] : [{ metric, score, weight: given[metric] }];
  });
  if (applicable.length === 0) return undefined;
  const weighed = applicable.filter(({ weight }) => weight > 0);
  const counted = weighed.length === 0 ? applicable : weighed;
  // A judge that failed leaves the whole open; labels that no source could derive do not.
  const isOpen = counted.some(({ metric, score }) => metric === 'reply' && score === null);
  const scored = isOpen ? counted : counted.filter(isScored);
  const parts = applicable.map((part) => ({ ...part, weight: shareOf(part, scored) }));
  return { score: isOpen ? null : weightedMean(scored.filter(isScored)), parts };
}

function checkWeight({ checks = 0 }: Weights): number {
  return checks;
}

/** Beside checks, how alike two texts are has a weight of its own: the checks know better what is right. */
function replyWeight({ reply: weight, similarity = weight }: Weights, reply: Reply): number {
  return reply.judge === undefined && reply.checked?.[0] !== undefined ? similarity : weight;
}

function isScored(part: OverallPart): part is OverallPart & { readonly score: number } {
  return part.score !== null;
}

/** The share of one part in the mean of those that count. */
function shareOf(part: OverallPart, counted: readonly OverallPart[]): number {
  if (!counted.includes(part)) return 0;
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 1 / counted.length : part.weight / total;
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
