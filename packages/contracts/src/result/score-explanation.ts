import { z } from 'zod';
import { Scores } from '../summary/scores.ts';

const Score = z.number().min(0).max(1);

const OverallPart = z.object({
  metric: z.string().describe('reply, metadata, checks, or the name of an own scorer.'),
  score: Score.nullable(),
  weight: Score.describe(
    'Share of `overall`. All shares sum to 1; a part with share 0 does not count.',
  ),
});
export type OverallPart = z.infer<typeof OverallPart>;

/** Upper limit of the reply score because of an error that similarity cannot detect. */
const ReplyLimit = z.object({
  flag: z
    .string()
    .describe('One of the `flags`: conflict, swap, negation_flip, opposite, omission.'),
  limit: Score,
  reason: z
    .string()
    .nullable()
    .describe(
      'The conflicting texts of reference and reply. `null` for omission; see `missing_facts`.',
    ),
});
export type ReplyLimit = z.infer<typeof ReplyLimit>;

/** Explains the scores of a reply. Computed by the same functions as the scores. */
export const ScoreExplanation = z
  .object({
    overall: Score.nullable(),
    parts: z.array(OverallPart).describe('`overall` is the sum of weight × score.'),
    reply: z
      .object({
        metrics: Scores.describe('The text metrics whose mean is `unlimited`.'),
        unlimited: Score.nullable(),
        limits: z
          .array(ReplyLimit)
          .describe('The lowest limit applies. Empty if a judge graded the reply.'),
      })
      .nullable()
      .describe('`null` without a reference reply.'),
    missing_facts: z
      .array(z.string())
      .describe('Facts in the reference that are missing in the reply.'),
    extra_facts: z.array(z.string()).describe('Facts in the reply that are not in the reference.'),
    pass_threshold: Score.nullable().describe('Minimum `overall` score for the turn to pass.'),
    waiting_for_models: z
      .boolean()
      .describe('true if judge, annotator or embeddings results for this reply are still pending.'),
  })
  .meta({ id: 'ScoreExplanation' });
export type ScoreExplanation = z.infer<typeof ScoreExplanation>;
