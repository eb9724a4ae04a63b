import type { Scorer } from '../scorer.ts';

/** As many as a reader would look at. */
const LISTED = 20;

/** `consistency`: 0 if the reply contradicts its reference in a way that can be seen, else 1. */
export const consistencyScorer: Scorer = {
  name: 'consistency',
  failed: (expected) => (expected.reference_reply === '' ? {} : { consistency: null }),
  score({ comparison }) {
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
