import type { Scorer } from './scorer.ts';

/** `assertions`: the share of the interaction's assertions that hold. */
export const assertionsScorer: Scorer = {
  name: 'assertions',
  failed: ({ assertions = [] }) => (assertions.length === 0 ? {} : { assertions: 0 }),
  score: ({ reply: { assertions } }) => ({
    scores: assertions === undefined ? {} : { assertions },
  }),
};
