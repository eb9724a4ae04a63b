import { z } from 'zod';

/** The evidence behind a verdict on quality. Comparing labels with those of the reference counts as checks. */
export const Basis = z
  .enum(['judge', 'checks', 'similarity'])
  .describe(
    'judge: a model graded the replies. checks: code checked the replies. similarity: the wording was compared with the reference, which says little about correctness.',
  )
  .meta({ id: 'Basis' });
export type Basis = z.infer<typeof Basis>;

/**
 * In order of precedence: the first result that applies is the result of the headline. Of two runs, a problem of the
 * candidate comes before one of the baseline, and an undecided gate before a regression that a gate allows.
 */
export const HeadlineResult = z
  .enum([
    'service_failed',
    'cancelled',
    'replies_misread',
    'user_failed',
    'requests_failed',
    'judge_failed',
    'budget_spent',
    'checks_failed',
    'calls_not_reported',
    'gates_failed',
    'regressed',
    'gates_inconclusive',
    'less_similar',
    'slightly_worse',
    'inconclusive',
    'same',
    'slightly_better',
    'more_similar',
    'improved',
    'passed',
  ])
  .meta({ id: 'HeadlineResult' });
export type HeadlineResult = z.infer<typeof HeadlineResult>;

/** The verdict on a run or a comparison. All interfaces (API, CLI, console, exports) show this object instead of their own. */
export const Headline = z
  .object({
    result: HeadlineResult,
    status: z
      .enum(['pass', 'fail', 'inconclusive'])
      .describe('inconclusive: the run does not show whether the model is good enough.'),
    exit_code: z
      .union([z.literal(0), z.literal(1), z.literal(3), z.literal(4)])
      .describe(
        'Exit code of the command line. 1: checks or gates failed, or a regression. 3: the endpoint, the judge or the simulated user failed, or the endpoint does not report what the checks read. 4: the service failed, or the run is incomplete.',
      ),
    basis: Basis.nullable().describe('`null` if the result is not about the quality of replies.'),
    title: z.string().describe('The result in one sentence, with its numbers.'),
    why: z.string().describe('The reason for the result.'),
    next: z
      .string()
      .nullable()
      .describe('The recommended next step; `null` if there is nothing to do.'),
  })
  .meta({ id: 'Headline' });
export type Headline = z.infer<typeof Headline>;
