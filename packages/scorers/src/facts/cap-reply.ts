import type { Scores } from '@assay/contracts';
import { compareFacts } from './compare-facts.ts';
import type { Text } from '../text/read-text.ts';

/** From here on two texts are so alike that a negation in one of them alone is a contradiction. */
const ALIKE = 0.6;

export interface Cap {
  readonly limit: number;
  readonly flags: readonly string[];
}

/** The most a reply can be worth with what likeness cannot see: another date, a fact left out, a "not". */
export function capReply(reply: Text, reference: Text, scores: Scores): Cap {
  const caps = [factCap(reply, reference), negationCap(reply, reference, scores)];
  const applied = caps.filter((cap) => cap !== undefined);
  return {
    limit: Math.min(1, ...applied.map((cap) => cap.limit)),
    flags: applied.map((cap) => cap.flag),
  };
}

interface OneCap {
  readonly flag: string;
  readonly limit: number;
}

/** A conflict is an omission too, and the lower of the two limits. */
function factCap(reply: Text, reference: Text): OneCap | undefined {
  const { recall, missing, extra } = compareFacts(reply.facts, reference.facts);
  if (recall === undefined || missing.length === 0) return undefined;
  const wrong = new Set(extra.map((fact) => fact.kind));
  return missing.some((fact) => wrong.has(fact.kind))
    ? { flag: 'conflict', limit: recall }
    : { flag: 'omission', limit: 0.5 + 0.5 * recall };
}

function negationCap(reply: Text, reference: Text, scores: Scores): OneCap | undefined {
  if ((scores['token_f1'] ?? 0) < ALIKE || reply.isNegated === reference.isNegated)
    return undefined;
  return { flag: 'negation_flip', limit: 0.5 };
}
