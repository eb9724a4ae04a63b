import { z } from 'zod';
import { UserReport } from '../summary/simulated-user-result.ts';
import { ComparedMetric } from './compared-metric.ts';

/** The simulated users of two runs, in the compared scenarios; `calls` and `usage` are those of the whole runs. */
export const ComparedUsers = z
  .object({
    baseline: UserReport.nullable(),
    candidate: UserReport.nullable(),
    p: z
      .number()
      .nullable()
      .describe("p-value of the difference of the fault rates: Fisher's exact test, two-sided."),
    doubt: z
      .string()
      .nullable()
      .describe(
        'The reason why there is no verdict: the fault rates differ, or too many conversations do not count.',
      ),
    turns: ComparedMetric.describe('Turns per conversation.'),
    turns_to_goal: ComparedMetric.describe(
      'Turns until the goal was reached, over the conversations that reached it.',
    ),
    cost: ComparedMetric.describe(
      'US dollars per conversation for the models under test; its values are `null` if unknown.',
    ),
  })
  .meta({ id: 'ComparedUsers' });
export type ComparedUsers = z.infer<typeof ComparedUsers>;
