import { z } from 'zod';
import { Scores } from './scores.ts';

const Score = z.number().min(0).max(1);

/** A part of `overall`. */
const OverallPart = z.object({
  metric: z.enum(['reply', 'metadata', 'checks']),
  score: Score.nullable(),
  weight: Score.describe('Its share of `overall`; the shares sum to 1. 0: it does not count here.'),
});
export type OverallPart = z.infer<typeof OverallPart>;

/** What the score of a reply may be at most, because of an error that similarity cannot see. */
const ReplyLimit = z.object({
  flag: z.string().describe('As in `flags`: conflict, swap, negation_flip, opposite, omission.'),
  limit: Score,
  reason: z
    .string()
    .nullable()
    .describe('What the reference and the reply say; null for omission: see `missing_facts`.'),
});
export type ReplyLimit = z.infer<typeof ReplyLimit>;

/** How the scores of a reply were made, from the same functions that made them. */
export const ScoreExplanation = z
  .object({
    overall: Score.nullable(),
    parts: z.array(OverallPart).describe('`overall` is the sum of weight × score.'),
    reply: z
      .object({
        metrics: Scores.describe('Their mean is `unlimited`.'),
        unlimited: Score.nullable(),
        limits: z.array(ReplyLimit).describe('The lowest one holds. None if a judge was asked.'),
      })
      .nullable()
      .describe('null without a reference reply.'),
    missing_facts: z.array(z.string()).describe('Facts of the reference that the reply lacks.'),
    extra_facts: z.array(z.string()).describe('Facts of the reply that the reference lacks.'),
    pass_threshold: Score.nullable().describe('From which `overall` on the turn passes.'),
    waiting_for_models: z
      .boolean()
      .describe('Whether judges, annotator or embeddings are still to be asked about this reply.'),
  })
  .meta({ id: 'ScoreExplanation' });
export type ScoreExplanation = z.infer<typeof ScoreExplanation>;
