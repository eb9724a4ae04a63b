import type { ReplyLimit, Scores } from '@fairtrial/contracts';
import type { TextComparison } from './text/compare-texts.ts';
import type { Scorer, ScoringInput } from './scorer.ts';

/** Derivation of the `reply` score. */
export interface ReplyDerivation {
  readonly score: number | null;
  /** Metrics whose mean is the score before limits. */
  readonly metrics: Scores;
  /** The mean before limits; `null` if a model failed, because means over different metrics are not comparable. */
  readonly unlimited: number | null;
  /** Upper limits of the score with their reasons; empty if a judge scored the reply. */
  readonly limits: readonly ReplyLimit[];
  readonly flags: readonly string[];
}

/** `reply`: headline score of the text, capped if there is no judge. */
export const replyScorer: Scorer = {
  name: 'reply',
  version: '1',
  meaning: 'summary of the text scores, see [below](#the-reply-score)',
  expects: 'reference_reply',
  needs: ['token_f1', 'rouge_l', 'chrf'],
  grade(input, before) {
    const derived = deriveReply(input, before);
    if (derived === undefined) return { scores: {} };
    return { scores: { reply: derived.score }, flags: derived.flags };
  },
};

/** `undefined` if there is no reference reply. */
export function deriveReply(
  { reply, comparison }: Pick<ScoringInput, 'reply' | 'comparison'>,
  before: Scores,
): ReplyDerivation | undefined {
  if (comparison === undefined) return undefined;
  const metrics = chooseMetrics(reply, before);
  const unlimited = mean(Object.values(metrics));
  const found = listLimits(comparison());
  const flags = found.map(({ flag }) => flag);
  const limits = reply.judge === undefined ? found : [];
  const score =
    unlimited === null ? null : Math.min(unlimited, ...limits.map(({ limit }) => limit));
  return { score, metrics, unlimited, limits, flags };
}

/** Returns the judge's score, otherwise semantic and word similarity, otherwise text metrics only. */
function chooseMetrics({ judge, semantic }: ScoringInput['reply'], before: Scores): Scores {
  if (judge !== undefined) return { judge };
  const { token_f1 = 0, rouge_l = 0, chrf = 0 } = before;
  if (semantic !== undefined) return { semantic_similarity: semantic, token_f1 };
  return { token_f1, rouge_l, chrf };
}

function mean(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  if (known.length < scores.length) return null;
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}

/** A conflict over a missing fact is also an omission, with the lower of the two limits. */
function listLimits({
  facts: { recall = 1 },
  contradictions,
}: TextComparison): readonly ReplyLimit[] {
  const limits = contradictions.map(({ flag, explanation }) => ({
    flag,
    limit: flag === 'conflict' && recall < 1 ? recall : 0.5,
    reason: explanation,
  }));
  const isConflict = limits.some(({ flag }) => flag === 'conflict');
  return recall < 1 && !isConflict
    ? [...limits, { flag: 'omission', limit: 0.5 + 0.5 * recall, reason: null }]
    : limits;
}
