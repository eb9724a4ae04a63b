import type { Scorer } from './scorer.ts';

/** 1 for every reply, 0 for a failed request, which has no other score. The mean is the availability. */
export const answeredScorer: Scorer = {
  name: 'answered',
  version: '1',
  isFree: true,
  failed: () => ({ answered: 0 }),
  grade: () => ({ scores: { answered: 1 } }),
};
