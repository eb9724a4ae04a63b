import type { FactComparison } from './compare-facts.ts';
import { labelOf } from './fact.ts';
import type { Scorer } from '../scorer.ts';
import { references } from '../text/text-cache.ts';

/** As many as a reader would look at. */
const LISTED = 20;

/** `key_facts`: how many of the reference's hard facts the reply has; null where there are none. */
export const keyFactsScorer: Scorer = {
  name: 'key_facts',
  failed({ reference_reply: reference }) {
    return references.read(reference).facts.length === 0 ? {} : { key_facts: null };
  },
  score({ comparison }) {
    if (comparison === undefined) return { scores: {} };
    const { facts } = comparison();
    return {
      scores: { key_facts: facts.recall ?? null },
      details: { key_facts: listFacts(facts) },
    };
  },
};

/** The facts that a reply lacks, and those that it has beyond its reference. */
export function listFacts({ missing, extra }: Pick<FactComparison, 'missing' | 'extra'>): {
  readonly missing: string[];
  readonly extra: string[];
} {
  return {
    missing: missing.slice(0, LISTED).map(labelOf),
    extra: extra.slice(0, LISTED).map(labelOf),
  };
}
