import { z } from 'zod';

/** What a verdict on quality rests on. Labels that were compared with those of the reference count as checks. */
export const Basis = z
  .enum(['judge', 'checks', 'similarity'])
  .describe(
    'judge: a model read the replies. checks: code checked them. similarity: their wording was compared with the reference, which says little about correctness.',
  )
  .meta({ id: 'Basis' });
export type Basis = z.infer<typeof Basis>;

/** The results of a headline, in the order in which they are looked for: the first that applies is the result. */
export const HeadlineResult = z
  .enum([
    'service_failed',
    'cancelled',
    'replies_misread',
    'requests_failed',
    'judge_failed',
    'budget_spent',
    'checks_failed',
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

/** The one statement about a run, or about two of them. Every surface prints it; none makes its own. */
export const Headline = z
  .object({
    result: HeadlineResult,
    status: z
      .enum(['pass', 'fail', 'inconclusive'])
      .describe('inconclusive: the run does not tell whether the model is good enough.'),
    exit_code: z
      .union([z.literal(0), z.literal(1), z.literal(3), z.literal(4)])
      .describe(
        'Of the command line: 1 checks, gates or a regression, 3 the endpoint or the judge, 4 the service, or a run that was not played to its end.',
      ),
    basis: Basis.nullable().describe('null if the result is not about the quality of replies.'),
    title: z.string().describe('What happened, in one sentence with its numbers.'),
    why: z.string().describe('What the result rests on.'),
    next: z.string().nullable().describe('What to do about it; null if there is nothing to do.'),
  })
  .meta({ id: 'Headline' });
export type Headline = z.infer<typeof Headline>;
