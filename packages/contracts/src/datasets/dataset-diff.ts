import { z } from 'zod';
import { TestBatch } from '../request/test-batch.ts';

export const ScenarioChange = z.enum(['added', 'removed', 'changed', 'moved']);
export type ScenarioChange = z.infer<typeof ScenarioChange>;

const ChangedScenario = z.object({ id: z.string(), name: z.string(), change: ScenarioChange });

/** The response of `GET /datasets/{name}/diff`. */
export const DatasetDiff = z
  .object({
    name: z.string(),
    from: z.int(),
    to: z.int(),
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    moved: z.int(),
    scenarios: z.array(
      ChangedScenario.extend({
        before: TestBatch.nullable().describe('`null` if it was added.'),
        after: TestBatch.nullable().describe('`null` if it was removed.'),
      }),
    ),
    next_cursor: z.string().nullable().describe('`null` on the last page.'),
  })
  .meta({ id: 'DatasetDiff' });
export type DatasetDiff = z.infer<typeof DatasetDiff>;

/** In the problem document with status 412: what was changed since the version that the caller edited. */
export const DatasetConflict = z
  .object({
    base_version: z
      .int()
      .nullable()
      .describe('The version that the caller edited, if it was given.'),
    latest_version: z.int(),
    author: z.string().nullable().describe('Who made the latest version.'),
    changes: z.array(ChangedScenario).describe('At most 100. `GET /datasets/{name}/diff` has all.'),
    total: z.int().describe('Number of changed scenarios.'),
  })
  .meta({ id: 'DatasetConflict' });
export type DatasetConflict = z.infer<typeof DatasetConflict>;
