import type { FactComparison } from '../facts/compare-facts.ts';
import { labelOf } from '../facts/fact.ts';
import type { Scorer } from '../scorer.ts';
import { references } from './text-cache.ts';

/** Limits the lists to a readable length. */
const LISTED = 20;

/** `key_facts`: share of the reference's hard facts that the reply has; null if there are none. */
export const keyFactsScorer: Scorer = {
  name: 'key_facts',
  version: '1',
  meaning:
    'share of the hard facts of the reference that the reply has; `null` if the reference has none',
  expects: 'reference_reply',
  isNullInapplicable: true,
  examples: [
    ['It ships on 6 May', 'It ships on May 6', 1],
    ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0.5],
    ['All will be well', 'All will be well', null],
  ],
  failed({ reference_reply: reference }) {
    return references.read(reference).facts.length === 0 ? {} : { key_facts: null };
  },
  grade({ comparison }) {
    if (comparison === undefined) return { scores: {} };
    const { facts } = comparison();
    return {
      scores: { key_facts: facts.recall ?? null },
      details: { key_facts: listFacts(facts) },
    };
  },
};

/** Lists the facts that a reply lacks, and those that its reference does not have. */
export function listFacts({ missing, extra }: Pick<FactComparison, 'missing' | 'extra'>): {
  readonly missing: string[];
  readonly extra: string[];
} {
  return {
    missing: missing.slice(0, LISTED).map(labelOf),
    extra: extra.slice(0, LISTED).map(labelOf),
  };
}

/** `consistency`: 0 if a contradiction between the reply and its reference is detected, otherwise 1. */
export const consistencyScorer: Scorer = {
  name: 'consistency',
  version: '1',
  meaning: '0 if the reply visibly contradicts the reference, else 1',
  expects: 'reference_reply',
  examples: [
    ['It costs 14 euros', 'The price is EUR 14.00', 1],
    ['It costs 41 euros', 'The price is EUR 14.00', 0, 'conflict'],
    ['We cannot issue a refund', 'We can issue a refund', 0, 'negation_flip'],
  ],
  grade({ comparison }) {
    if (comparison === undefined) return { scores: {} };
    const { contradictions } = comparison();
    const explanations = contradictions.map(({ explanation }) => explanation);
    return {
      scores: { consistency: contradictions.length === 0 ? 1 : 0 },
      details: { consistency: { contradictions: explanations.slice(0, LISTED) } },
      flags: contradictions.map(({ flag }) => flag),
    };
  },
};
