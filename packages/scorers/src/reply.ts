import type { Scores } from '@assay/contracts';
import type { TextComparison } from './facts/compare-texts.ts';
import type { Reply, Scorer } from './scorer.ts';

/** `reply`: the headline score of the text, capped if there is no judge. */
export const replyScorer: Scorer = {
  name: 'reply',
  needs: ['token_f1', 'rouge_l', 'chrf'],
  failed: (expected) => (expected.reference_reply === '' ? {} : { reply: null }),
  score({ reply, comparison }, before) {
    if (comparison === undefined) return { scores: {} };
    const headline = computeHeadline(reply, before);
    const caps = listCaps(comparison());
    const flags = caps.map(({ flag }) => flag);
    if (headline === null || reply.judge !== undefined)
      return { scores: { reply: headline }, flags };
    const limit = Math.min(1, ...caps.map((cap) => cap.limit));
    return { scores: { reply: Math.min(headline, limit) }, flags };
  },
};

/**
 * The judge's score, else the similarity in meaning and words, else in words alone. `null` if a model was asked and
 * failed: means over different metrics could not be compared.
 */
function computeHeadline({ judge, semantic }: Reply, before: Scores): number | null {
  if (judge !== undefined) return judge;
  const { token_f1: words = 0, rouge_l: order = 0, chrf: characters = 0 } = before;
  if (semantic === null) return null;
  if (semantic !== undefined) return mean([semantic, words]);
  return mean([words, order, characters]);
}

function mean(scores: readonly (number | null)[]): number {
  return scores.reduce<number>((sum, score) => sum + (score ?? 0), 0) / scores.length;
}

interface Cap {
  readonly flag: string;
  /** The highest score of a reply with such an error, which similarity cannot see. */
  readonly limit: number;
}

/** A conflict over a fact that is missing is an omission too, and the lower of the two limits. */
function listCaps({ facts: { recall = 1 }, contradictions }: TextComparison): readonly Cap[] {
  const caps = contradictions.map(({ flag }) => ({
    flag,
    limit: flag === 'conflict' && recall < 1 ? recall : 0.5,
  }));
  const isConflict = caps.some(({ flag }) => flag === 'conflict');
  return recall < 1 && !isConflict
    ? [...caps, { flag: 'omission', limit: 0.5 + 0.5 * recall }]
    : caps;
}
