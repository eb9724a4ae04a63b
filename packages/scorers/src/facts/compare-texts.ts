import type { Text } from '../text/read-text.ts';
import { compareFacts, type FactComparison } from './compare-facts.ts';
import { labelOf } from './fact.ts';

/** How a reply can contradict its reference. */
export type ContradictionFlag = 'conflict' | 'negation_flip';

/** A place where a reply says something else than its reference. */
export interface Contradiction {
  readonly flag: ContradictionFlag;
  /** For a reader: what the reference says, and what the reply says. */
  readonly explanation: string;
}

/** Where a reply and its reference say different things, as far as that can be seen without understanding them. */
export interface TextComparison {
  readonly facts: FactComparison;
  readonly contradictions: readonly Contradiction[];
}

export function compareTexts(reply: Text, reference: Text): TextComparison {
  const facts = compareFacts(reply.facts, reference.facts);
  return { facts, contradictions: [...findConflicts(facts), ...findFlips(reply, reference)] };
}

/** A fact is missing, and another of its kind is there. */
function findConflicts({ missing, extra }: FactComparison): readonly Contradiction[] {
  return missing.flatMap((fact) => {
    const other = extra.find(({ kind }) => kind === fact.kind);
    if (other === undefined) return [];
    const explanation = `reference says ${labelOf(fact)}, reply says ${labelOf(other)}`;
    return [{ flag: 'conflict', explanation }];
  });
}

function findFlips(reply: Text, reference: Text): readonly Contradiction[] {
  const common = reply.tokens.filter((token) => reference.positions.has(token)).length;
  const isAlike = common >= 0.6 * Math.max(reply.tokens.length, reference.tokens.length);
  if (!isAlike || reply.isNegated === reference.isNegated) return [];
  const [negated, plain] = reply.isNegated ? ['reply', 'reference'] : ['reference', 'reply'];
  return [{ flag: 'negation_flip', explanation: `${negated} has a negation, ${plain} has none` }];
}
