import { z } from 'zod';
import { orAbsent } from './or-absent.ts';

/** 2,147,483,647: the largest number that the database can count to. */
const MAX_CALLS = 2 ** 31 - 1;

/** How much a run may spend. */
export const CallBudget = z
  .strictObject({
    calls: z
      .int()
      .min(1)
      .max(MAX_CALLS)
      .describe(
        'The most requests that the run may send to the endpoint, repeated ones included. Calls to judges, annotators and embeddings models are not counted.',
      ),
  })
  .describe(
    'The run stops before an attempt whose turns do not all fit. With `against` the two runs share it, half each.',
  )
  .meta({ id: 'CallBudget' });
export type CallBudget = z.infer<typeof CallBudget>;

/** The body of `POST /runs/{run_id}/retry`. */
export const RetryRequest = z
  .strictObject({
    budget: orAbsent(
      CallBudget.describe('Replaces the budget of the run. Calls that it made before count in it.'),
    ),
  })
  .meta({ id: 'RetryRequest' });
export type RetryRequest = z.infer<typeof RetryRequest>;

/** Why a run left out turns that it was to play, although it was not cancelled. */
export const StoppedBy = z
  .enum(['budget'])
  .describe(
    'budget: the calls that were left did not suffice for the next attempt, or for a repeated request.',
  )
  .meta({ id: 'StoppedBy' });
export type StoppedBy = z.infer<typeof StoppedBy>;
