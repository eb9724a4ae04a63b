import type { Scorer } from '../scorer.ts';

/** Limits the list to a readable length. */
const LISTED = 20;

/** `consistency`: 0 if a contradiction between the reply and its reference is detected, otherwise 1. */
export const consistencyScorer: Scorer = {
  name: 'consistency',
  version: '1',
  failed: (expected) => (expected.reference_reply === '' ? {} : { consistency: null }),
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
