import { z } from 'zod';
import { orAbsent } from '../shared/fields.ts';

/** The largest value of PostgreSQL's `integer`. */
const MAX_CALLS = 2 ** 31 - 1;

export const CallBudget = z
  .strictObject({
    calls: z
      .int()
      .min(1)
      .max(MAX_CALLS)
      .describe(
        'Maximum number of requests that the run may send to the endpoint, including retries. Calls to judges, annotators and embeddings models do not count.',
      ),
  })
  .describe(
    'The run stops before the first attempt whose turns do not all fit into the budget. With `against`, each of the two runs gets half.',
  )
  .meta({ id: 'CallBudget' });
export type CallBudget = z.infer<typeof CallBudget>;

/** The body of `POST /runs/{run_id}/retry`. */
export const RetryRequest = z
  .strictObject({
    budget: orAbsent(
      CallBudget.describe('Replaces the budget of the run. Calls already made count towards it.'),
    ),
  })
  .meta({ id: 'RetryRequest' });
export type RetryRequest = z.infer<typeof RetryRequest>;

/** The reason why a run skipped planned turns without being cancelled. */
export const StoppedBy = z
  .enum(['budget'])
  .describe('budget: the remaining calls were not enough for the next attempt or for a retry.')
  .meta({ id: 'StoppedBy' });
export type StoppedBy = z.infer<typeof StoppedBy>;
