import { z } from 'zod';
import { ComparisonVerdict } from '../compare/comparison.ts';
import { RunId } from '../shared/run-id.ts';

/** What the end of a run says beyond its means: for lists, which read no summaries. */
export const RunOverview = z
  .object({
    ci95: z.tuple([z.number(), z.number()]).nullable().describe('Of the mean of `overall`.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Of answered requests.'),
    verdict: z
      .object({
        baseline_run_id: RunId,
        result: ComparisonVerdict.shape.result.nullable().describe('On the suite as a whole.'),
        delta: z.number().nullable(),
        interval: ComparisonVerdict.shape.interval,
        regressed: z.int(),
        improved: z.int(),
        compared: z.int(),
      })
      .nullable()
      .describe('With `baseline_run_id`: how many of the compared scenarios changed beyond noise.'),
  })
  .meta({ id: 'RunOverview' });
export type RunOverview = z.infer<typeof RunOverview>;
