import { z } from 'zod';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { orAbsent } from '../shared/fields.ts';
import { scoringChoice } from './scoring-choice.ts';
import { TestBatch } from '../scenarios/test-batch.ts';

/** The body of `POST /runs/{run_id}/rescore`. Absent fields keep the values of the run. */
export const RescoreRequest = z
  .strictObject({
    ...scoringChoice,
    test_batch: orAbsent(
      z
        .union([TestBatch, z.array(TestBatch).min(1).max(INPUT_LIMITS.list_items)])
        .describe(
          'The scenarios of the run with other `checks`. Everything else must be the same, because the endpoint is not called again.',
        ),
    ),
  })
  .meta({ id: 'RescoreRequest' });
export type RescoreRequest = z.infer<typeof RescoreRequest>;
