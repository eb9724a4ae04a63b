import { AppError, DATASET_LIMITS, type DatasetSaved } from '@fairtrial/contracts';
import { addRoute, type Reply, type Request, type Server } from '@fairtrial/server';
import { z } from 'zod';
import {
  changeDataset,
  putDataset,
  unknownDataset,
  viewDataset,
  viewVersion,
} from '../datasets/save-dataset.ts';
import type { Database } from '../db/connection/open-database.ts';
import type { SqlExecutor } from '../db/connection/sql.ts';
import { countChanges, listChanges } from '../db/datasets/diff-versions.ts';
import { findScenario, listScenarios } from '../db/datasets/list-scenarios.ts';
import {
  archiveDataset,
  findDataset,
  findVersion,
  listDatasets,
  listVersions,
  type DatasetKey,
  type DatasetRow,
  type VersionRow,
} from '../db/datasets/stored-datasets.ts';
import { splitSearch } from '../db/split-words.ts';
import { DATASET_CHANGE_FIELDS, DATASET_FIELDS } from '../runs/plan/unknown-fields.ts';
import { projectOf, refuseSecrets, type SearchServices } from './route-helpers.ts';

/** Lists of datasets and of versions, and one version. */
export function addDatasets(server: Server, { database }: { readonly database: Database }): void {
  addRoute(server, 'GET /datasets', async (request) => {
    const { limit } = request.query;
    const page = { ...request.query, limit: limit + 1 };
    const rows = await listDatasets(database, projectOf(request), page);
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? shown.at(-1)?.name : undefined;
    return { datasets: shown.map((row) => viewDataset(row, row)), next_cursor: next ?? null };
  });
  addRoute(server, 'GET /datasets/:name', async (request, reply) => {
    const dataset = await loadDataset(database, keyOf(request));
    const latest = await loadVersion(database, dataset);
    const { version: wanted = latest.version } = request.query;
    const version =
      wanted === latest.version ? latest : await loadVersion(database, dataset, wanted);
    void reply.header('etag', toETag(version.version));
    return { ...viewDataset(dataset, latest), version: viewVersion(version), tags: version.tags };
  });
  addRoute(server, 'GET /datasets/:name/versions', async (request) => {
    const { limit } = request.query;
    const dataset = await loadDataset(database, keyOf(request));
    const rows = await listVersions(database, dataset.id, { ...request.query, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? String(shown.at(-1)?.version) : null;
    return { versions: shown.map(viewVersion), next_cursor: next };
  });
}

/** Pages belong to the version of the first page. */
const ScenariosCursor = z.tuple([z.int(), z.string()]);

/** The scenarios of a dataset. */
export function addScenarios(server: Server, { database, searchGuard }: SearchServices): void {
  addRoute(server, 'GET /datasets/:name/scenarios/:id', async (request) => {
    const { name, id } = request.params;
    const dataset = await loadDataset(database, keyOf(request));
    const { version } = await loadVersion(database, dataset, request.query.version);
    const found = await findScenario(database, { datasetId: dataset.id, version }, id);
    if (found === undefined) {
      throw new AppError('not_found', `version ${version} of ${name} has no scenario ${id}`);
    }
    return { dataset: name, version, hash: found.hash, scenario: found.content };
  });
  addRoute(
    server,
    'GET /datasets/:name/scenarios',
    async (request) => {
      const { version: wanted, q, tag, content, cursor, limit } = request.query;
      const [started, after] = cursor === undefined ? [] : readCursor(ScenariosCursor, cursor);
      if (wanted !== undefined && started !== undefined && wanted !== started) throw badCursor();
      const dataset = await loadDataset(database, keyOf(request));
      const { version } = await loadVersion(database, dataset, wanted ?? started);
      const words = splitSearch(q);
      if (words === undefined) return { version, scenarios: [], next_cursor: null };
      const most = content ? DATASET_LIMITS.scenarios_with_content : limit;
      const page = await listScenarios(
        database,
        { datasetId: dataset.id, version },
        { words, tag, after, limit: Math.min(limit, most), content },
      );
      if (page === undefined) throw badCursor();
      const { rows, next } = page;
      const next_cursor = next === undefined ? null : toCursor([version, next]);
      return { version, scenarios: [...rows], next_cursor };
    },
    { preHandler: searchGuard },
  );
}

/** The counts are in the cursor, because counting takes as long as reading all pages. */
const DiffCursor = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);

/** `GET /datasets/{name}/diff`. */
export function addDiff(server: Server, { database, searchGuard }: SearchServices): void {
  addRoute(
    server,
    'GET /datasets/:name/diff',
    async (request) => {
      const { from, to, cursor, limit } = request.query;
      const { name } = request.params;
      const dataset = await loadDataset(database, keyOf(request));
      for (const version of [from, to]) await loadVersion(database, dataset, version);
      const versions = { datasetId: dataset.id, from, to };
      const [after, ...known] = cursor === undefined ? [] : readCursor(DiffCursor, cursor);
      const [added = 0, removed = 0, changed = 0, moved = 0] = known;
      const counts =
        after === undefined
          ? await countChanges(database, versions)
          : { added, removed, changed, moved };
      const page = { after, limit, content: true };
      const { rows, next } = await listChanges(database, versions, page);
      const next_cursor = next === undefined ? null : toCursor([next, ...Object.values(counts)]);
      return { name, from, to, ...counts, scenarios: [...rows], next_cursor };
    },
    { preHandler: searchGuard },
  );
}

/** What makes new versions of a dataset, or archives it. */
export function addDatasetChanges(
  server: Server,
  { database }: { readonly database: Database },
): void {
  addRoute(
    server,
    'PUT /datasets/:name',
    async (request, reply) => {
      const edit = { ...editOf(request), base: readIfMatch(request) };
      return answer(reply, await putDataset(database, edit, request.body));
    },
    { preValidation: refuseSecrets(DATASET_FIELDS) },
  );
  addRoute(
    server,
    'POST /datasets/:name/changes',
    async (request, reply) => {
      const edit = { ...editOf(request), base: request.body.base_version };
      return answer(reply, await changeDataset(database, edit, request.body));
    },
    { preValidation: refuseSecrets(DATASET_CHANGE_FIELDS) },
  );
  addRoute(server, 'DELETE /datasets/:name', async (request) => {
    const isArchived = await archiveDataset(database, keyOf(request));
    if (!isArchived) throw unknownDataset(request.params.name);
  });
}

type DatasetRequest = Pick<Request, 'caller'> & { readonly params: { readonly name: string } };

function keyOf(request: DatasetRequest): DatasetKey {
  return { project: projectOf(request), name: request.params.name };
}

function editOf(request: DatasetRequest): Pick<Parameters<typeof putDataset>[1], 'key' | 'author'> {
  return { key: keyOf(request), author: request.caller?.name ?? null };
}

/** The version of a dataset is its entity tag. */
function toETag(version: number): string {
  return `"${version}"`;
}

function answer(reply: Reply, saved: DatasetSaved): DatasetSaved {
  void reply.header('etag', toETag(saved.version.version));
  return saved;
}

/** The edited version, in quotes. */
function readIfMatch({ headers }: Pick<Request, 'headers'>): number | undefined {
  const given = headers['if-match'];
  if (given === undefined) return undefined;
  const version = /^\s*(?:W\/)?"([1-9]\d{0,8})"\s*$/.exec(given)?.[1];
  if (version !== undefined) return Number(version);
  throw new AppError(
    'invalid_request',
    'If-Match must be the edited version in quotes, for example "7"',
  );
}

async function loadDataset(tx: SqlExecutor, key: DatasetKey): Promise<DatasetRow> {
  const dataset = await findDataset(tx, key);
  if (dataset === undefined) throw unknownDataset(key.name);
  return dataset;
}

async function loadVersion(
  tx: SqlExecutor,
  { id, name, latest }: DatasetRow,
  version = latest,
): Promise<VersionRow> {
  const row = await findVersion(tx, id, version);
  if (row !== undefined) return row;
  const detail = `the dataset ${name} has no version ${version}: the latest is ${latest}`;
  throw new AppError('not_found', detail);
}

/** A list item to continue after. Lists keep their version from page to page. */
function toCursor(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw badCursor(cause);
  }
}

function badCursor(cause?: unknown): AppError {
  const detail = 'is not a next_cursor of this list: leave it out to start at the first page';
  const errors = [{ pointer: '/cursor', detail }];
  return new AppError('invalid_request', `cursor ${detail}`, { cause, errors });
}
