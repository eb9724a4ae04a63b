import { z } from 'zod';
import { LabelScores } from '../compare/comparison.ts';

/** All checks of a run with the same name. */
const CheckCounts = z
  .object({
    name: z
      .string()
      .describe(
        'The id of the check; without an id, the beginning of its text if it is judged, or its type.',
      ),
    optional: z.boolean().describe('If true, the run can pass even if the check fails.'),
    failed: z.int().describe('Number of replies or conversations that failed the check.'),
    total: z.int().describe('Number of replies or conversations that were checked.'),
  })
  .meta({ id: 'CheckCounts' });

/** Failures of a run by check and by label. */
export const RunBreakdown = z
  .object({
    checks: z.array(CheckCounts).describe('Sorted by number of failures, most first.'),
    labels: z
      .record(z.string(), LabelScores)
      .describe('By annotation field: expected and generated labels.'),
  })
  .meta({ id: 'RunBreakdown' });
export type RunBreakdown = z.infer<typeof RunBreakdown>;
