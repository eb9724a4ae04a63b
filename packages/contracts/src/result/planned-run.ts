import { z } from 'zod';
import { RunId } from '../shared/fields.ts';

/** A number of calls: at least, and at most. */
export const CallRange = z
  .object({ least: z.int(), most: z.int() })
  .describe('If every request is answered; retries are not counted.')
  .meta({ id: 'CallRange' });
export type CallRange = z.infer<typeof CallRange>;

/** The answer of `POST /plan`: what a run would play, what it would cost, and what it could find. */
export const PlannedRun = z
  .object({
    test_name: z.string(),
    dataset: z
      .object({ version: z.string(), scenarios: z.int() })
      .nullable()
      .describe(
        'The dataset and version, such as `support@7`, and the number of all its scenarios. `null` if the request has the scenarios itself.',
      ),
    models: z.array(z.string()).describe('The model under test, then `against` if there is one.'),
    attempts: z.int(),
    concurrency: z.int(),
    stop_early: z
      .boolean()
      .describe('The run may end with fewer attempts, as soon as its comparison is decided.'),
    total_scenarios: z.int(),
    turns: z
      .int()
      .describe(
        'Turns of one attempt at every scenario; with simulated users, who may end a conversation earlier, at most.',
      ),
    scenarios: z
      .array(
        z.object({
          name: z.string(),
          turns: z.int().describe('Turns of one attempt; with a simulated user at most.'),
          simulated_user: z.boolean(),
        }),
      )
      .describe('The first 1,000 scenarios.'),
    calls: z.object({
      endpoint: CallRange.describe(
        'Calls to the endpoint, of all models. They differ with `stop_early` and with simulated users, who may end a conversation earlier, or spoil it: then it is played again, up to twice. At most the budget.',
      ),
      users: CallRange.describe('Messages asked of the model of simulated users.').extend({
        model: z.string().nullable(),
      }),
      judges: CallRange.describe(
        'Calls to all judges together. Judgements that disagree lead to more of them. Annotations and probes are not counted.',
      ).extend({ models: z.array(z.string()) }),
    }),
    dollars: z
      .object({ least: z.number(), most: z.number() })
      .nullable()
      .describe(
        'The calls at the prices of `MODEL_PRICES`, with the mean tokens of a call in the latest completed run of the same test and model. Retries, probes of judges, own scorers and embeddings are not included. `null` if prices or tokens are not known.',
      ),
    dollars_unknown: z.string().nullable().describe('Why `dollars` is `null`.'),
    finds: z
      .object({
        metric: z.literal('overall'),
        change: z.number(),
        power: z.number(),
        from_run_id: RunId,
      })
      .nullable()
      .describe(
        'The smallest change of the mean that a comparison would find with this power. `from_run_id` gives the noise. It is the baseline, with its number of attempts; without a baseline it is the latest completed run of the same test, and the comparison is with another run of as many attempts as this one. `null` if no such run has at least two attempts, with one attempt, and with `stop_early`.',
      ),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'PlannedRun' });
export type PlannedRun = z.infer<typeof PlannedRun>;
