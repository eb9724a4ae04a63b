import type { Scores } from '@assay/contracts';
import type { Reply, Scorer } from './scorer.ts';
import { compareFacts } from './facts/compare-facts.ts';
import type { Text } from './text/read-text.ts';

/** `reply`: the headline score of the text, capped if there is no judge. */
export const replyScorer: Scorer = {
  name: 'reply',
  needs: ['token_f1', 'rouge_l', 'chrf', 'key_facts'],
  failed: (expected) => (expected.reference_reply === '' ? {} : { reply: 0 }),
  score({ reply, reference }, before) {
    if (reference === undefined) return { scores: {} };
    const headline = computeHeadline(reply, before);
    if (headline === null || reply.judge !== undefined) return { scores: { reply: headline } };
    const { limit, flags } = capReply(reply.text, reference, before);
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

/** From this `token_f1` on, a negation in only one of two texts is a contradiction. */
const MIN_NEGATION_F1 = 0.6;

interface Cap {
  readonly limit: number;
  readonly flags: readonly string[];
}

/** The highest score of a reply with errors that similarity cannot see: another date, a fact left out, a "not". */
function capReply(reply: Text, reference: Text, scores: Scores): Cap {
  const caps = [factCap(reply, reference), negationCap(reply, reference, scores)];
  const applied = caps.filter((cap) => cap !== undefined);
  return {
    limit: Math.min(1, ...applied.map((cap) => cap.limit)),
    flags: applied.map((cap) => cap.flag),
  };
}

interface AppliedCap {
  readonly flag: string;
  readonly limit: number;
}

/** A conflict is an omission too, and the lower of the two limits. */
function factCap(reply: Text, reference: Text): AppliedCap | undefined {
  const { recall, missing, extra } = compareFacts(reply.facts, reference.facts);
  if (recall === undefined || missing.length === 0) return undefined;
  const wrong = new Set(extra.map((fact) => fact.kind));
  return missing.some((fact) => wrong.has(fact.kind))
    ? { flag: 'conflict', limit: recall }
    : { flag: 'omission', limit: 0.5 + 0.5 * recall };
}

function negationCap(reply: Text, reference: Text, scores: Scores): AppliedCap | undefined {
  if ((scores['token_f1'] ?? 0) < MIN_NEGATION_F1 || reply.isNegated === reference.isNegated)
    return undefined;
  return { flag: 'negation_flip', limit: 0.5 };
}
