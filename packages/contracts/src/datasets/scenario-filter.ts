import { z } from 'zod';
import { boundedName, boundedText, orAbsent } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';

/** `support`, `support@latest` or `support@7`. */
export const DatasetReference = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}(?:@(?:latest|[1-9]\d{0,8}))?$/,
    'must be the name of a dataset, alone or with @latest or a version, for example support@7',
  );

/** Which scenarios of a dataset a run plays. Without a filter: all. */
export const ScenarioFilter = z
  .strictObject({
    tags: orAbsent(
      z
        .array(boundedText(64, 1))
        .min(1)
        .max(20)
        .describe('Scenarios with at least one of these tags.'),
    ),
    ids: orAbsent(z.array(boundedName(1)).min(1).max(INPUT_LIMITS.list_items)),
    sample: orAbsent(
      z
        .strictObject({
          n: z.int().min(1),
          seed: orAbsent(z.union([boundedText(64), z.int()]).describe('Default: 0.')),
        })
        .describe(
          'Of the scenarios that are left, the n with the smallest SHA-256 of seed and id. The same seed selects the same scenarios everywhere.',
        ),
    ),
  })
  .meta({ id: 'ScenarioFilter' });
export type ScenarioFilter = z.infer<typeof ScenarioFilter>;
