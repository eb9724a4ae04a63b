import { z } from 'zod';
import { Usage } from '../shared/model-reply.ts';

/** One model that was asked about replies, and what that took: it is no part of the run's own usage. */
export const GradingTotal = z
  .object({
    kind: z.enum(['judge', 'annotation', 'probe']),
    model: z.string(),
    calls: z.int().describe('Questions that were put, each of them once.'),
    failed: z.int().describe('Of those, how many came to nothing.'),
    usage: Usage,
  })
  .meta({ id: 'GradingTotal' });
export type GradingTotal = z.infer<typeof GradingTotal>;

/** One question to a judge or an annotator, and what came of it. */
export const JudgementView = z
  .object({
    kind: z.enum(['judge', 'annotation']),
    model: z.string(),
    sample: z.int(),
    outcome: z.enum(['judged', 'annotated', 'judge_failed', 'annotation_failed']),
    choice: z.string().nullable(),
    score: z.number().min(0).max(1).nullable(),
    rationale: z.string().nullable(),
    failure: z.object({ kind: z.string(), message: z.string() }).nullable(),
    usage: Usage.nullable(),
    latency_ms: z.number(),
  })
  .meta({ id: 'JudgementView' });
export type JudgementView = z.infer<typeof JudgementView>;
