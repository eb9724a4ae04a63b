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
    const { recall, missing, extra } = comparison().facts;
    return {
      scores: { key_facts: recall ?? null },
      details: {
        key_facts: {
          missing: missing.slice(0, LISTED).map(labelOf),
          extra: extra.slice(0, LISTED).map(labelOf),
        },
      },
    };
  },
};
