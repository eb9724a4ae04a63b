import type { Scorer } from '../scorer.ts';

/** `judge`: what the judges made of a reply; null where they were asked and could not say. */
export const judgeScorer: Scorer = {
  name: 'judge',
  asksModel: true,
  failed: (expected) => (expected.reference_reply === '' ? {} : { judge: 0 }),
  score: ({ reply: { judge }, reference }) =>
    judge === undefined || reference === undefined ? { scores: {} } : { scores: { judge } },
};
