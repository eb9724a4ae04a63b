import { z } from 'zod';

/** How a run with `stop_early` was stopped. */
export const Sequential = z
  .object({
    decided: z
      .boolean()
      .describe(
        'true if the looks decided the comparison with the baseline. Otherwise the attempts of the first look were compared as those of a run with fixed attempts.',
      ),
    sentence: z.string().describe('The numbers below as a sentence.'),
    attempts: z.object({
      played: z.int().describe('Attempts at all scenarios together.'),
      planned: z.int().describe('The same without early stopping.'),
    }),
    looks: z
      .array(
        z.object({
          attempts: z.int().describe('Attempts of each scenario that was still played.'),
          level: z.number().describe('Probability of any false verdict at this look.'),
          decided: z
            .int()
            .nullable()
            .describe('Number of scenarios decided at this look; `null` if it was not taken.'),
        }),
      )
      .describe('The planned looks.'),
    scenarios: z.array(
      z.object({
        scenario_id: z.string(),
        attempts: z.int(),
        decided_at: z
          .int()
          .nullable()
          .describe('Number of the look, from 1; `null` if the scenario was not decided.'),
      }),
    ),
  })
  .meta({ id: 'Sequential' });
export type Sequential = z.infer<typeof Sequential>;
