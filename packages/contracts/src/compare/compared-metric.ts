import { z } from 'zod';

const Interval = z.tuple([z.number(), z.number()]);

/** Mean over `n` attempts of one run. */
const SideMean = z.object({ mean: z.number(), n: z.int() }).meta({ id: 'SideMean' });

export const Delta = {
  baseline: SideMean.nullable(),
  candidate: SideMean.nullable(),
  delta: z.number().nullable(),
};
export const DeltaWithInterval = {
  ...Delta,
  ci95: Interval.nullable().describe(
    'Not corrected for the number of rows: use it to rank rows, not to decide.',
  ),
};

export const ComparedMetric = z.object(DeltaWithInterval).meta({ id: 'ComparedMetric' });
export type ComparedMetric = z.infer<typeof ComparedMetric>;
