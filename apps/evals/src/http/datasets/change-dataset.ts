import {
  AppError,
  DatasetChanges,
  DatasetContent,
  DatasetName,
  DatasetSaved,
} from '@fairtrial/contracts';
import {
  LARGE_BODY,
  problemResponse,
  type Reply,
  type Request,
  type Server,
} from '@fairtrial/server';
import { z } from 'zod';
import {
  changeDataset,
  MAX_SCENARIOS,
  putDataset,
  unknownDataset,
} from '../../datasets/save-dataset.ts';
import type { Database } from '../../db/connection/open-database.ts';
import { archiveDataset, MAX_DATASETS } from '../../db/datasets/stored-datasets.ts';
import { DATASET_CHANGE_FIELDS, DATASET_FIELDS } from '../../runs/plan/unknown-fields.ts';
import { refuseSecrets } from '../refuse-secrets.ts';
import { projectOf } from '../route-helpers.ts';
import { DatasetParams, tags, toETag } from './dataset-helpers.ts';

const LIMITS =
  `A body has at most 16 MiB and 10,000 scenarios, a dataset ${MAX_SCENARIOS} scenarios and a project ${MAX_DATASETS} datasets. ` +
  'Ids are unique in a dataset; a scenario without one gets an id made from its content.';

/** `PUT` and `DELETE /datasets/{name}`, and `POST /datasets/{name}/changes`. */
export function addDatasetChanges(
  server: Server,
  { database }: { readonly database: Database },
): void {
  server.put(
    '/datasets/:name',
    {
      ...LARGE_BODY,
      config: { scope: 'edit' },
      preValidation: refuseSecrets(DATASET_FIELDS),
      schema: {
        tags,
        summary: 'Create a dataset, or replace all its scenarios with a new version',
        description:
          'Send the version that was edited as `If-Match: "7"`, and no `If-Match` for a new dataset. ' +
          'If it is not the latest version, the response is 412 with what changed since. ' +
          `Equal content makes no version and is never a conflict. ${LIMITS}`,
        params: z.object({ name: DatasetName }),
        body: DatasetContent,
        response: { 200: DatasetSaved, default: problemResponse },
      },
    },
    async (request, reply) => {
      const base = readIfMatch(request);
      const edit = { ...editOf(request, request.params.name), base };
      return answer(reply, await putDataset(database, edit, request.body));
    },
  );
  server.post(
    '/datasets/:name/changes',
    {
      ...LARGE_BODY,
      config: { scope: 'edit' },
      preValidation: refuseSecrets(DATASET_CHANGE_FIELDS),
      schema: {
        tags,
        summary: 'Add, replace, remove and move some scenarios of a dataset',
        description:
          'Makes one new version. If `base_version` is not the latest one, the response is 412 with what changed since, ' +
          `unless the changes change nothing. ${LIMITS}`,
        params: DatasetParams,
        body: DatasetChanges,
        response: { 200: DatasetSaved, default: problemResponse },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const edit = { ...editOf(request, name), base: request.body.base_version };
      return answer(reply, await changeDataset(database, edit, request.body));
    },
  );
  addArchive(server, { database });
}

/** `DELETE /datasets/{name}`. */
function addArchive(server: Server, { database }: { readonly database: Database }): void {
  server.delete(
    '/datasets/:name',
    {
      config: { scope: 'edit' },
      schema: {
        tags,
        summary: 'Archive a dataset; its versions and runs are kept',
        description:
          'It is not listed any more, and requests can run it only with a version (`support@7`). The next version ends this.',
        params: DatasetParams,
        response: { 204: z.null(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const isArchived = await archiveDataset(database, { project: projectOf(request), name });
      if (!isArchived) throw unknownDataset(name);
      return reply.code(204).send(null);
    },
  );
}

function editOf(
  request: Request,
  name: string,
): Pick<Parameters<typeof putDataset>[1], 'key' | 'author'> {
  return { key: { project: projectOf(request), name }, author: request.caller?.name ?? null };
}

function answer(reply: Reply, saved: DatasetSaved): DatasetSaved {
  void reply.header('etag', toETag(saved.version.version));
  return saved;
}

/** The edited version, in quotes. */
function readIfMatch({ headers }: Request): number | undefined {
  const given = headers['if-match'];
  if (given === undefined) return undefined;
  const version = /^\s*(?:W\/)?"([1-9]\d{0,8})"\s*$/.exec(given)?.[1];
  if (version !== undefined) return Number(version);
  throw new AppError(
    'invalid_request',
    'If-Match must be the edited version in quotes, for example "7"',
  );
}
