import type { Scorer } from '../scorer.ts';

/** `checks`: the share of the interaction's checks that hold. */
export const checksScorer: Scorer = {
  name: 'checks',
  failed: ({ checks = [] }) => (checks.length === 0 ? {} : { checks: 0 }),
  score: ({ reply: { checks } }) => ({
    scores: checks === undefined ? {} : { checks },
  }),
};
