import { z } from 'zod';

const Score = z.number().min(0).max(1);

/** By metric, in [0, 1], higher is better. `null` if the metric could not be scored or has nothing to compare with. */
export const Scores = z.record(z.string(), Score.nullable()).meta({ id: 'Scores' });
export type Scores = z.infer<typeof Scores>;

/** Mean scores, never `null`. A metric that applies to no turn of the run is omitted from the whole run. */
export const AverageScores = z.record(z.string(), Score).meta({ id: 'AverageScores' });
export type AverageScores = z.infer<typeof AverageScores>;

/** A mean with its uncertainty. `ci95` is `null` with one attempt, because the noise cannot be estimated. */
export const MetricStats = z
  .object({
    mean: z.number(),
    sd: z.number().nullable(),
    se: z.number().nullable(),
    ci95: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe('95 % confidence interval of the mean on this suite.'),
    n: z.int(),
    min: z.number(),
    max: z.number(),
    coverage: z
      .number()
      .min(0)
      .max(1)
      .describe('Share of scored turns among the turns that the metric applies to.'),
    bounds: z
      .tuple([z.number(), z.number()])
      .describe(
        'The mean if every unscored turn had scored 0, and if every unscored turn had scored 1.',
      ),
  })
  .meta({ id: 'MetricStats' });
export type MetricStats = z.infer<typeof MetricStats>;

export const Stats = z.record(z.string(), MetricStats);
export type Stats = z.infer<typeof Stats>;
