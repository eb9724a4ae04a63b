import { z } from 'zod';
import { CheckVerdict } from '../scenarios/check.ts';
import { Usage } from '../endpoint/model-reply.ts';

/** Calls and tokens of one model or own scorer that graded replies. They are not part of the usage of the run. */
export const GradingTotal = z
  .object({
    kind: z.enum(['judge', 'checks', 'audit', 'annotation', 'probe', 'scorer']),
    model: z.string().describe('The model, or the name of the own scorer.'),
    calls: z
      .int()
      .describe('Number of questions sent; retries do not count. For an own scorer: of turns.'),
    failed: z.int().describe('Number of questions without a usable answer.'),
    usage: Usage,
  })
  .meta({ id: 'GradingTotal' });
export type GradingTotal = z.infer<typeof GradingTotal>;

/** One question to a judge or an annotator, and its result. */
export const JudgementView = z
  .object({
    kind: z.enum(['judge', 'checks', 'audit', 'annotation']),
    model: z.string(),
    sample: z.int(),
    outcome: z.enum(['judged', 'annotated', 'judge_failed', 'annotation_failed']),
    choice: z.string().nullable(),
    checks: z
      .array(z.looseObject({ id: z.string(), verdict: CheckVerdict, reason: z.string() }))
      .optional()
      .describe('Only for `checks`: the verdict on each judged check.'),
    score: z.number().min(0).max(1).nullable(),
    rationale: z.string().nullable(),
    failure: z.object({ kind: z.string(), message: z.string() }).nullable(),
    usage: Usage.nullable(),
    latency_ms: z.number(),
  })
  .meta({ id: 'JudgementView' });
export type JudgementView = z.infer<typeof JudgementView>;
