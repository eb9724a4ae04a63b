import { z } from 'zod';

const Score = z.number().min(0).max(1);

/** Per metric, in [0, 1], higher is better; null where it could not be scored or has nothing to compare. */
export const Scores = z.record(z.string(), Score.nullable()).meta({ id: 'Scores' });
export type Scores = z.infer<typeof Scores>;

/** Means: numbers only. A metric that cannot apply in the run is left out everywhere. */
export const AverageScores = z.record(z.string(), Score).meta({ id: 'AverageScores' });
export type AverageScores = z.infer<typeof AverageScores>;

/** How sure a mean is. `ci95` is null with one attempt: there is nothing to estimate the noise from. */
export const MetricStats = z
  .object({
    mean: z.number(),
    sd: z.number().nullable(),
    se: z.number().nullable(),
    ci95: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe('95 of 100 such intervals contain the true mean on this suite.'),
    n: z.int(),
    min: z.number(),
    max: z.number(),
    coverage: z
      .number()
      .min(0)
      .max(1)
      .describe('Share of the turns it applies to that were scored.'),
    bounds: z
      .tuple([z.number(), z.number()])
      .describe('The mean if every unscored turn had scored 0, and if every one had scored 1.'),
  })
  .meta({ id: 'MetricStats' });
export type MetricStats = z.infer<typeof MetricStats>;

export const Stats = z.record(z.string(), MetricStats);
export type Stats = z.infer<typeof Stats>;
