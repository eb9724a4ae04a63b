import {
  AppError,
  DATASET_LIMITS,
  type DatasetChanges,
  type DatasetConflict,
  type DatasetContent,
  type DatasetSaved,
  type Dataset,
  type DatasetVersion,
} from '@fairtrial/contracts';
import { SLOW_ANSWER_MS, type Database } from '../db/connection/open-database.ts';
import type { SqlExecutor } from '../db/connection/sql.ts';
import { countChanges, listChanges } from '../db/datasets/diff-versions.ts';
import {
  insertVersion,
  loadLatest,
  loadTouched,
  spreadPlaces,
  writeRows,
  type PlacedScenario,
  type RowChanges,
} from '../db/datasets/scenario-rows.ts';
import {
  createDataset,
  findVersion,
  lockDataset,
  setLatest,
  type DatasetKey,
  type DatasetRow,
  type VersionRow,
} from '../db/datasets/stored-datasets.ts';
import { applyChanges, planRows, replaceAll, type NextVersion } from './plan-version.ts';
import { prepareScenarios } from './prepare-scenarios.ts';

const CONFLICTS_LISTED = 100;
/** With more it takes longer to find the scenarios around each move, without removed ones, than to read all scenarios. */
const MAX_LOOKED_UP = 100;

export interface Edit {
  readonly key: DatasetKey;
  /** The version that was edited; `undefined`: a new dataset. */
  readonly base: number | undefined;
  /** Name of the API key. */
  readonly author: string | null;
  /** The most scenarios of the dataset; 200,000 unless a test needs fewer. */
  readonly maxScenarios?: number;
}

/** Makes a version with these scenarios, unless the latest one has the same. */
export async function putDataset(
  database: Database,
  edit: Edit,
  { scenarios, message = '' }: DatasetContent,
): Promise<DatasetSaved> {
  const next = replaceAll(await prepareScenarios(scenarios, '/scenarios'));
  return database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    const dataset = (await lockDataset(tx, edit.key)) ?? (await create(tx, edit));
    return save(tx, edit, { dataset, message, load: loadLatest, toNext: () => next });
  });
}

/** Makes a version with these changes, unless they change nothing. */
export async function changeDataset(
  database: Database,
  edit: Edit,
  { upsert = [], remove = [], order = [], message = '' }: DatasetChanges,
): Promise<DatasetSaved> {
  const changes = { upsert: await prepareScenarios(upsert, '/upsert'), remove, order };
  const touched = { upsert: changes.upsert.map(({ id }) => id), remove, order };
  const isLarge = order.length > 0 && Math.max(order.length, remove.length) > MAX_LOOKED_UP;
  return database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    const dataset = await lockDataset(tx, edit.key);
    if (dataset === undefined) throw unknownDataset(edit.key.name);
    return save(tx, edit, {
      dataset,
      message,
      load: isLarge ? loadLatest : (db, id) => loadTouched(db, id, touched),
      toNext: (current) => applyChanges(current, changes),
    });
  });
}

export function unknownDataset(name: string): AppError {
  return new AppError('not_found', `there is no dataset ${name}`);
}

async function create(tx: SqlExecutor, { key, base }: Edit): Promise<DatasetRow> {
  if (base !== undefined) {
    const detail = `there is no dataset ${key.name}: leave out If-Match to create it`;
    throw new AppError('not_found', detail);
  }
  const dataset = await createDataset(tx, key);
  if (dataset !== undefined) return dataset;
  const detail = `the project has ${DATASET_LIMITS.datasets} datasets, archived ones included, and more are not allowed`;
  throw new AppError('limit_exceeded', detail);
}

interface Save {
  readonly dataset: DatasetRow;
  readonly message: string;
  /** Loads the scenarios of the latest version that the next one is made from. */
  readonly load: (tx: SqlExecutor, datasetId: string) => Promise<readonly PlacedScenario[]>;
  readonly toNext: (current: readonly PlacedScenario[]) => NextVersion;
}

/** Runs in a transaction that has locked the dataset. */
async function save(
  tx: SqlExecutor,
  edit: Edit,
  { dataset, message, load, toNext }: Save,
): Promise<DatasetSaved> {
  const { id: datasetId, name, latest } = dataset;
  const isBase = latest === 0 || edit.base === latest;
  // Between its statements the service compares up to 200,000 scenarios, on a busy machine for longer than the usual 5 s.
  await tx.executeSql(`set local idle_in_transaction_session_timeout = '30s'`);
  const current = await load(tx, datasetId);
  const next = await nextOrConflict(tx, edit, { dataset, isBase, toNext: () => toNext(current) });
  let rows = planRows(current, next);
  if (rows === undefined) {
    await spreadPlaces(tx, datasetId);
    rows = planRows(await load(tx, datasetId), next);
  }
  if (rows === undefined) throw new Error(`no room for the scenarios of dataset ${datasetId}`);
  const isEqual = Object.values(countRows(rows)).every((count) => count === 0);
  if (latest > 0 && isEqual) {
    if (isBase || edit.base === undefined) await setLatest(tx, datasetId, latest);
    return { name, version: await readVersion(tx, datasetId, latest), created: false };
  }
  if (!isBase) throw await toConflict(tx, edit, dataset);
  return writeVersion(tx, edit, { dataset, message, rows });
}

/** Stores the next version. Throws if the dataset would have too many scenarios. */
async function writeVersion(
  tx: SqlExecutor,
  edit: Edit,
  { dataset, message, rows }: Pick<Save, 'dataset' | 'message'> & { readonly rows: RowChanges },
): Promise<DatasetSaved> {
  const { id: datasetId, name, latest } = dataset;
  const version = latest + 1;
  await writeRows(tx, { datasetId, version }, rows);
  const { author } = edit;
  const changes = countRows(rows);
  const count = await insertVersion(tx, { datasetId, version, changes, author, message });
  const { maxScenarios = DATASET_LIMITS.scenarios } = edit;
  if (count > maxScenarios) {
    const detail = `the dataset would have ${count} scenarios, and at most ${maxScenarios} are allowed: store the others in another dataset`;
    throw new AppError('limit_exceeded', detail);
  }
  await setLatest(tx, datasetId, version);
  return { name, version: await readVersion(tx, datasetId, version), created: true };
}

/** Changes that do not fit the latest version are a conflict if another version was edited. */
async function nextOrConflict(
  tx: SqlExecutor,
  edit: Edit,
  { dataset, isBase, toNext }: { dataset: DatasetRow; isBase: boolean; toNext: () => NextVersion },
): Promise<NextVersion> {
  try {
    return toNext();
  } catch (error) {
    throw isBase ? error : await toConflict(tx, edit, dataset);
  }
}

function countRows({ removed, stored, moved }: RowChanges): DatasetSaved['version']['changes'] {
  const changed = stored.filter(({ earlier }) => earlier !== undefined).length;
  return {
    added: stored.length - changed,
    removed: removed.length,
    changed,
    moved: moved.length,
  };
}

async function readVersion(
  tx: SqlExecutor,
  datasetId: string,
  version: number,
): Promise<DatasetSaved['version']> {
  const row = await findVersion(tx, datasetId, version);
  if (row === undefined) throw new Error(`dataset ${datasetId} has no version ${version}`);
  return viewVersion(row);
}

async function toConflict(
  tx: SqlExecutor,
  { base }: Edit,
  { id: datasetId, name, latest }: DatasetRow,
): Promise<AppError> {
  const { author } = await readVersion(tx, datasetId, latest);
  const known = base !== undefined && base < latest ? base : latest;
  const versions = { datasetId, from: known, to: latest };
  const counts = await countChanges(tx, versions);
  const page = { after: undefined, limit: CONFLICTS_LISTED, content: false };
  const { rows } = await listChanges(tx, versions, page);
  const conflict: DatasetConflict = {
    base_version: base ?? null,
    latest_version: latest,
    author,
    changes: rows.map(({ id, name: title, change }) => ({ id, name: title, change })),
    total: counts.added + counts.removed + counts.changed + counts.moved,
  };
  const edited = base === undefined ? 'no version was given' : `version ${base} was edited`;
  const detail = `the latest version of ${name} is ${latest}, and ${edited}: read version ${latest}, apply your changes to it and send them with this version`;
  return new AppError('version_conflict', detail, { conflict });
}

export function viewVersion(row: VersionRow): DatasetVersion {
  const { version, content_hash, scenarios, interactions, changes, author, message, madeAt } = row;
  const created_at = madeAt.toISOString();
  return { version, content_hash, scenarios, interactions, changes, author, message, created_at };
}

export function viewDataset(
  { name, createdAt, archivedAt }: DatasetRow,
  latest: VersionRow,
): Dataset {
  return {
    name,
    created_at: createdAt.toISOString(),
    archived_at: archivedAt?.toISOString() ?? null,
    latest: viewVersion(latest),
  };
}
