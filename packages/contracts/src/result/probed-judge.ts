import { z } from 'zod';

/** Answers of a judge to questions about replies of one kind. */
const ProbeCounts = z
  .object({
    asked: z.int().min(0).describe('Number of questions with an answer.'),
    hit: z.int().min(0).describe('Number of replies in which it found a fault.'),
  })
  .meta({ id: 'ProbeCounts' });

/** A judge, and how many planted faults it finds. */
export const ProbedJudge = z
  .object({
    model: z.string(),
    prompt_digest: z
      .string()
      .describe('Identifies the text of the prompt. Another prompt is probed again.'),
    probe: z
      .object({
        probed_at: z.iso.datetime(),
        items: z.int().min(0).describe('Number of questions with a known answer.'),
        false_alarms: ProbeCounts.describe('Correct replies: a hit is one that it marks as wrong.'),
        by_fault: z
          .record(z.string(), ProbeCounts)
          .describe('By kind of fault: `number`, `unit`, `negation` and so on.'),
      })
      .nullable()
      .describe('`null` until the judge is probed.'),
  })
  .meta({ id: 'ProbedJudge' });
export type ProbedJudge = z.infer<typeof ProbedJudge>;
