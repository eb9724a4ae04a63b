import { z } from 'zod';
import { LabelScores } from '../compare/comparison.ts';

/** All checks of one name in a run. */
const CheckCounts = z
  .object({
    name: z.string().describe('The id of the check, or its type if it has none.'),
    optional: z.boolean().describe('true: a run passes although the check failed.'),
    failed: z.int().describe('In how many replies it failed.'),
    total: z.int().describe('In how many replies it was checked.'),
  })
  .meta({ id: 'CheckCounts' });

/** Where a run failed: by check, and by label. */
export const RunBreakdown = z
  .object({
    checks: z.array(CheckCounts).describe('Those that failed most often first.'),
    labels: z
      .record(z.string(), LabelScores)
      .describe('By the field of the annotations: which label was given instead of which.'),
  })
  .meta({ id: 'RunBreakdown' });
export type RunBreakdown = z.infer<typeof RunBreakdown>;
