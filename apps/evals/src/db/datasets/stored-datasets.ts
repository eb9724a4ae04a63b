import {
  DATASET_LIMITS,
  type DatasetVersion,
  type DatasetView,
  type ParsedQuery,
} from '@fairtrial/contracts';
import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { toPattern } from '../lists/run-filter.ts';

/** The project and the name identify a dataset. */
export interface DatasetKey {
  readonly project: string;
  readonly name: string;
}

export interface DatasetRow {
  readonly id: string;
  readonly name: string;
  readonly latest: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
}

export interface VersionRow extends Omit<DatasetVersion, 'created_at'> {
  readonly madeAt: Date;
  readonly tags: DatasetView['tags'];
}

const COLUMNS = `d.id::text, d.name, d.latest, d.archived_at as "archivedAt", d.created_at as "createdAt"`;

const VERSION_COLUMNS = `v.version, v.content_hash, v.scenarios, v.interactions,
  json_build_object('added', v.added, 'removed', v.removed, 'changed', v.changed, 'moved', v.moved) as changes,
  v.author, v.message, v.created_at as "madeAt", v.tags`;

export async function findDataset(
  tx: SqlExecutor,
  { project, name }: DatasetKey,
): Promise<DatasetRow | undefined> {
  const [row] = await queryRows<DatasetRow>(
    tx,
    `select ${COLUMNS} from dataset d where project = $1 and name = $2`,
    [project, name],
  );
  return row;
}

/** Locks the dataset until the end of the transaction, so that its versions are made one after the other. */
export async function lockDataset(
  tx: SqlExecutor,
  { project, name }: DatasetKey,
): Promise<DatasetRow | undefined> {
  const [row] = await queryRows<DatasetRow>(
    tx,
    `select ${COLUMNS} from dataset d where project = $1 and name = $2 for update`,
    [project, name],
  );
  return row;
}

/**
 * Creates a dataset without versions, or locks one that was created in the meantime. Returns `undefined` if the project
 * has the maximum number of datasets. Datasets of a project are created one after the other, so that together they do
 * not exceed the maximum.
 */
export async function createDataset(
  tx: SqlExecutor,
  key: DatasetKey,
): Promise<DatasetRow | undefined> {
  await tx.executeSql('select pg_advisory_xact_lock($1, hashtext($2))', [
    ADVISORY_LOCKS.datasets,
    key.project,
  ]);
  await tx.executeSql(
    `insert into dataset (project, name)
     select $1, $2 where (select count(*) from dataset where project = $1) < ${DATASET_LIMITS.datasets}
     on conflict do nothing`,
    [key.project, key.name],
  );
  return lockDataset(tx, key);
}

/** Returns false if there is no such dataset. */
export async function archiveDataset(
  tx: SqlExecutor,
  { project, name }: DatasetKey,
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    `update dataset set archived_at = coalesce(archived_at, now()) where project = $1 and name = $2 returning id`,
    [project, name],
  );
  return rows.length > 0;
}

export async function setLatest(tx: SqlExecutor, id: string, version: number): Promise<void> {
  await tx.executeSql('update dataset set latest = $2, archived_at = null where id = $1', [
    id,
    version,
  ]);
}

export async function findVersion(
  tx: SqlExecutor,
  id: string,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await queryRows<VersionRow>(
    tx,
    `select ${VERSION_COLUMNS} from dataset_version v where dataset_id = $1 and version = $2`,
    [id, version],
  );
  return row;
}

const NO_VERSION = 2 ** 31 - 1;

/** Newest first. */
export function listVersions(
  tx: SqlExecutor,
  id: string,
  { cursor = NO_VERSION, limit }: ParsedQuery<'GET /datasets/:name/versions'>,
): Promise<readonly VersionRow[]> {
  return queryRows<VersionRow>(
    tx,
    `select ${VERSION_COLUMNS} from dataset_version v
     where dataset_id = $1 and version < $2 order by version desc limit $3`,
    [id, cursor, limit],
  );
}

/** Without archived datasets, by name. */
export function listDatasets(
  tx: SqlExecutor,
  project: string,
  { q = '', cursor = '', limit }: ParsedQuery<'GET /datasets'>,
): Promise<readonly (DatasetRow & VersionRow)[]> {
  return queryRows<DatasetRow & VersionRow>(
    tx,
    `select ${COLUMNS}, ${VERSION_COLUMNS}
     from dataset d join dataset_version v on v.dataset_id = d.id and v.version = d.latest
     where d.project = $1 and d.archived_at is null and d.name > $2 and d.name like $3
     order by d.name limit $4`,
    [project, cursor, toPattern(q.toLowerCase()), limit],
  );
}
