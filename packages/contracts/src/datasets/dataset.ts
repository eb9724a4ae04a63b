import { z } from 'zod';
import { boundedName, boundedText, orAbsent } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { ScenarioTags, TestBatch } from '../scenarios/test-batch.ts';

/** Limits of what a project stores, and of a page of `GET /datasets/{name}/scenarios`. */
export const DATASET_LIMITS = {
  datasets: 1000,
  scenarios: 200_000,
  scenarios_with_content: 200,
} as const;

export const DatasetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be 1 to 64 characters from a-z, 0-9 and -');

/** Why a version was made, in the author's words. */
const Message = boundedText(500);

/** Numbers of scenarios. `moved`: the same content at another place. */
const ChangeCounts = z.object({
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  moved: z.int(),
});

/** One version of a dataset. Versions never change. */
export const DatasetVersion = z
  .object({
    version: z.int().min(1),
    content_hash: z
      .string()
      .describe('Equal for versions with the same scenarios in the same order.'),
    scenarios: z.int(),
    interactions: z.int().describe('With simulated users, at most.'),
    changes: ChangeCounts.describe('What changed since the version before.'),
    author: z
      .string()
      .nullable()
      .describe('The name of the API key. `null` if the service has no keys.'),
    message: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'DatasetVersion' });
export type DatasetVersion = z.infer<typeof DatasetVersion>;

/** A dataset in lists. */
export const Dataset = z
  .object({
    name: DatasetName,
    created_at: z.iso.datetime(),
    archived_at: z.iso
      .datetime()
      .nullable()
      .describe('Set by DELETE. Archived datasets are not listed, but their versions can be read.'),
    latest: DatasetVersion,
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof Dataset>;

const NextCursor = z.string().nullable().describe('`null` on the last page.');

export const DatasetList = z
  .object({ datasets: z.array(Dataset), next_cursor: NextCursor })
  .meta({ id: 'DatasetList' });
export type DatasetList = z.infer<typeof DatasetList>;

/** The response of `GET /datasets/{name}`: one version, without its scenarios. */
export const DatasetView = Dataset.extend({
  version: DatasetVersion.describe('The requested version. Default: the latest.'),
  tags: z
    .array(z.object({ tag: z.string(), scenarios: z.int() }))
    .describe('Tags of the scenarios in this version, the most frequent 100.'),
}).meta({ id: 'DatasetView' });
export type DatasetView = z.infer<typeof DatasetView>;

export const DatasetVersionList = z
  .object({
    versions: z.array(DatasetVersion).describe('Newest first.'),
    next_cursor: NextCursor,
  })
  .meta({ id: 'DatasetVersionList' });
export type DatasetVersionList = z.infer<typeof DatasetVersionList>;

/** A scenario of a dataset in lists. */
export const ScenarioRow = z
  .object({
    id: z.string(),
    name: z.string(),
    tags: ScenarioTags,
    interactions: z.int().describe('With simulated users, at most.'),
    checks: z.int().describe('Of all its interactions and of the conversation.'),
    preview: z.string().describe('The beginning of the first user message.'),
    hash: z.string().describe('SHA-256 of the content.'),
    content: TestBatch.optional().describe('Only with `content=true`.'),
  })
  .meta({ id: 'ScenarioRow' });
export type ScenarioRow = z.infer<typeof ScenarioRow>;

/** The response of `GET /datasets/{name}/scenarios`. */
export const ScenarioList = z
  .object({
    version: z.int(),
    scenarios: z.array(ScenarioRow).describe('In the order of the dataset.'),
    next_cursor: NextCursor,
  })
  .meta({ id: 'ScenarioList' });
export type ScenarioList = z.infer<typeof ScenarioList>;

/** The response of `GET /datasets/{name}/scenarios/{id}`. */
export const StoredScenario = z
  .object({
    dataset: DatasetName,
    version: z.int(),
    hash: z.string(),
    scenario: TestBatch,
  })
  .meta({ id: 'StoredScenario' });
export type StoredScenario = z.infer<typeof StoredScenario>;

/** The body of `PUT /datasets/{name}`: all scenarios of the next version. */
export const DatasetContent = z
  .object({
    scenarios: z.array(TestBatch).max(INPUT_LIMITS.list_items),
    message: orAbsent(Message),
  })
  .meta({ id: 'DatasetContent' });
export type DatasetContent = z.infer<typeof DatasetContent>;

const Ids = z.array(boundedName(1)).max(INPUT_LIMITS.list_items);

/** The body of `POST /datasets/{name}/changes`. */
export const DatasetChanges = z
  .object({
    base_version: z
      .int()
      .min(1)
      .describe('The version that was edited. It must be the latest one.'),
    upsert: orAbsent(
      z
        .array(TestBatch)
        .max(INPUT_LIMITS.list_items)
        .describe('Replaces scenarios with the same id. New ones are added at the end.'),
    ),
    remove: orAbsent(Ids.describe('Ids of scenarios.')),
    order: orAbsent(
      z
        .array(z.object({ id: boundedName(1), after: boundedName(1).nullable() }))
        .max(INPUT_LIMITS.list_items)
        .describe(
          'Moves scenarios, one after the other: behind another one, or to the start (null).',
        ),
    ),
    message: orAbsent(Message),
  })
  .meta({ id: 'DatasetChanges' });
export type DatasetChanges = z.infer<typeof DatasetChanges>;

/** The response to a change. */
export const DatasetSaved = z
  .object({
    name: DatasetName,
    version: DatasetVersion.describe('The latest version after the request.'),
    created: z.boolean().describe('false if the content was equal, so that no version was made.'),
  })
  .meta({ id: 'DatasetSaved' });
export type DatasetSaved = z.infer<typeof DatasetSaved>;
