import type { Scorer } from './scorer.ts';

/** 1 for every reply; a failed request scores 0 in it as in all others. Its mean is the availability. */
export const answeredScorer: Scorer = {
  name: 'answered',
  failed: () => ({ answered: 0 }),
  score: () => ({ scores: { answered: 1 } }),
};
