import { z } from 'zod';
import { DatasetDiff } from '../datasets/dataset-diff.ts';
import {
  DATASET_LIMITS,
  DatasetChanges,
  DatasetContent,
  DatasetList,
  DatasetName,
  DatasetSaved,
  DatasetVersionList,
  DatasetView,
  ScenarioList,
  StoredScenario,
} from '../datasets/dataset.ts';
import { ImportRequest, ImportResult } from '../datasets/import.ts';
import { boundedName } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { cursor, flag, header, ordinal, pageSize, searchText } from './query-fields.ts';
import type { Routes } from './route.ts';

/** Names that no dataset can have answer 404. */
const DatasetParams = z.object({ name: boundedName() });

const version = ordinal().optional().describe('Default: the latest.');

const LIMITS =
  `A body has at most 16 MiB and 10,000 scenarios, a dataset ${DATASET_LIMITS.scenarios} scenarios and a project ${DATASET_LIMITS.datasets} datasets. ` +
  'Ids are unique in a dataset; a scenario without one gets an id made from its content.';

const ScenariosQuery = z.object({
  version,
  q: searchText()
    .optional()
    .describe(
      'Words, or beginnings of words, of the id, the name, the tags and the user messages.',
    ),
  tag: searchText().optional().describe('Only scenarios with this tag.'),
  content: flag()
    .prefault('false')
    .describe(
      `true: each row has its whole scenario. A page then has at most ${DATASET_LIMITS.scenarios_with_content} scenarios, and about 4 MiB.`,
    ),
  cursor,
  limit: pageSize(50, 1000),
});

export const DATASET_ROUTES = {
  'GET /datasets': {
    tag: 'datasets',
    scope: 'read',
    summary: 'List the datasets of the project, by name',
    description: 'Archived datasets are left out.',
    query: z.object({
      q: searchText().optional().describe('Text contained in the name.'),
      cursor: DatasetName.optional().describe('The `next_cursor` of the previous page.'),
      limit: pageSize(50, 200),
    }),
    answers: { 200: DatasetList },
  },
  'GET /datasets/:name': {
    tag: 'datasets',
    scope: 'read',
    summary: 'Get one version of a dataset, without its scenarios',
    description:
      'The `ETag` is the version in quotes. Send it as `If-Match` to replace the dataset.',
    params: DatasetParams,
    query: z.object({ version }),
    answers: { 200: DatasetView },
  },
  'PUT /datasets/:name': {
    tag: 'datasets',
    scope: 'edit',
    summary: 'Create a dataset, or replace all its scenarios with a new version',
    description:
      'Send the version that was edited as `If-Match: "7"`, and no `If-Match` for a new dataset. ' +
      'If it is not the latest version, the response is 412 with what changed since. ' +
      `Equal content makes no version and is never a conflict. ${LIMITS}`,
    params: z.object({ name: DatasetName }),
    headers: { 'if-match': header('The version that was edited, in quotes.') },
    body: DatasetContent,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: DatasetSaved },
  },
  'DELETE /datasets/:name': {
    tag: 'datasets',
    scope: 'edit',
    summary: 'Archive a dataset; its versions and runs are kept',
    description:
      'It is not listed any more, and requests can run it only with a version (`support@7`). The next version ends this.',
    params: DatasetParams,
    answers: { 204: z.null() },
  },
  'GET /datasets/:name/versions': {
    tag: 'datasets',
    scope: 'read',
    summary: 'List the versions of a dataset, newest first',
    params: DatasetParams,
    query: z.object({
      cursor: ordinal().optional().describe('The `next_cursor` of the previous page.'),
      limit: pageSize(50, 200),
    }),
    answers: { 200: DatasetVersionList },
  },
  'GET /datasets/:name/scenarios': {
    tag: 'datasets',
    scope: 'read',
    summary: 'List or search the scenarios of a dataset, in its order',
    description:
      'A page of a search can have fewer scenarios than `limit`, even none: there are more as long as `next_cursor` is not null.',
    params: DatasetParams,
    query: ScenariosQuery,
    answers: { 200: ScenarioList },
  },
  'GET /datasets/:name/scenarios/:id': {
    tag: 'datasets',
    scope: 'read',
    summary: 'Get one scenario of a dataset',
    params: DatasetParams.extend({ id: boundedName() }),
    query: z.object({ version }),
    answers: { 200: StoredScenario },
  },
  'GET /datasets/:name/diff': {
    tag: 'datasets',
    scope: 'read',
    summary: 'List the differences of two versions of a dataset, by scenario id',
    description:
      'A page has at most `limit` scenarios and about 4 MiB. The counts are those of all pages.',
    params: DatasetParams,
    query: z.object({ from: ordinal(), to: ordinal(), cursor, limit: pageSize(50, 200) }),
    answers: { 200: DatasetDiff },
  },
  'POST /datasets/:name/changes': {
    tag: 'datasets',
    scope: 'edit',
    summary: 'Add, replace, remove and move some scenarios of a dataset',
    description:
      'Makes one new version. If `base_version` is not the latest one, the response is 412 with what changed since, ' +
      `unless the changes change nothing. ${LIMITS}`,
    params: DatasetParams,
    body: DatasetChanges,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: DatasetSaved },
  },
  'POST /import': {
    tag: 'datasets',
    scope: 'edit',
    summary: 'Convert a file with tests of another tool into scenarios; nothing is stored',
    body: ImportRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: ImportResult },
  },
} as const satisfies Routes;
