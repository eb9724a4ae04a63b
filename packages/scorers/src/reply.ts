import type { Scores } from '@assay/contracts';
import { capReply } from './facts/cap-reply.ts';
import type { Reply, Scorer } from './scorer.ts';

/** `reply`: the headline of the text, capped where no judge decided. */
export const replyScorer: Scorer = {
  name: 'reply',
  needs: ['token_f1', 'rouge_l', 'chrf', 'key_facts'],
  failed: (expected) => (expected.reference_reply === '' ? {} : { reply: 0 }),
  score({ reply, reference }, before) {
    if (reference === undefined) return { scores: {} };
    const headline = headlineOf(reply, before);
    if (headline === null || reply.judge !== undefined) return { scores: { reply: headline } };
    const { limit, flags } = capReply(reply.text, reference, before);
    return { scores: { reply: Math.min(headline, limit) }, flags };
  },
};

/**
 * The judge's word, else likeness in meaning and words, else in words alone. Where a model was asked in
 * vain there is none: a mean over different yardsticks would say nothing.
 */
function headlineOf({ judge, semantic }: Reply, before: Scores): number | null {
  if (judge !== undefined) return judge;
  const { token_f1: words = 0, rouge_l: order = 0, chrf: characters = 0 } = before;
  if (semantic === null) return null;
  if (semantic !== undefined) return meanOf([semantic, words]);
  return meanOf([words, order, characters]);
}

function meanOf(scores: readonly (number | null)[]): number {
  return scores.reduce<number>((sum, score) => sum + (score ?? 0), 0) / scores.length;
}
