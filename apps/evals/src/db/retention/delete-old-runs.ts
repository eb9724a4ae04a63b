import { AppError, type RunId } from '@fairtrial/contracts';
import { lockProgress } from '../attempts/share-lanes.ts';
import { queryRows, type SqlExecutor, type Transactor } from '../connection/sql.ts';
import { deleteUnsharedVectors } from '../grading/embeddings.ts';
import { idAt } from '../partitions/partition.ts';
import { BEFORE_FIRST_RUN } from '../../entities/run.ts';

export interface OldRunsOptions {
  /** Runs that started before this time are deleted. */
  readonly cutOff: Date;
  /** Stops after the current transaction. */
  readonly signal: AbortSignal;
}

/** Number of runs deleted per transaction: starts small and grows to what fits into `LONG_MS`. */
const FIRST_BATCH = 10;
const MAX_BATCH = 200;
/**
 * Transactions are short because a run in progress may need an embedding that is locked here. A statement that takes
 * longer than a second is cancelled; after that, runs are deleted one by one for a while.
 */
const LONG_MS = 500;
const LIMITS = `set local lock_timeout = '1s'; set local statement_timeout = '1s'`;

/** The run has ended and is not pinned, and the same holds for its partner, which is deleted with it. */
const CAN_GO = `
r.state in ('completed', 'cancelled', 'failed')
and not exists (select from pinned_baseline b where b.run_id = r.id)
and not exists (
  select from run p where p.id = r.partner_id and (p.id >= $1 or p.state not in ('completed', 'cancelled', 'failed')
    or exists (select from pinned_baseline b where b.run_id = p.id)))`;

const FIND = `
select r.id, r.partner_id as "partnerId" from run r where r.id < $1 and r.id > $2 and ${CAN_GO} order by r.id limit $3`;

const STILL_CAN_GO = `select r.id from run r where r.id = any($2) and r.id < $1 and ${CAN_GO}`;

/** All rows of a run outside the partitioned tables, except embeddings. */
const DELETE = `
with a as (delete from run_progress where run_id = any($1)),
  b as (delete from run_summary where run_id = any($1)),
  c as (delete from run_overview where run_id = any($1)),
  d as (delete from run_scenario where run_id = any($1)),
  e as (delete from run_embedding where run_id = any($1)),
  f as (delete from turn_superseded where run_id = any($1)),
  g as (delete from idempotency_key where run_id = any($1)),
  h as (delete from conversation_grade where run_id = any($1)),
  i as (delete from run_look where run_id = any($1)),
  j as (delete from user_audit where run_id = any($1))
delete from run where id = any($1)`;

/**
 * Deletes the runs before the cut-off, except their rows in partitions that are dropped. Returns the number of runs.
 */
export async function deleteOldRuns(
  database: Transactor,
  options: OldRunsOptions,
): Promise<number> {
  let deleted = 0;
  let after: RunId = BEFORE_FIRST_RUN;
  let size = FIRST_BATCH;
  while (!options.signal.aborted) {
    const began = performance.now();
    try {
      const batch = await database.transaction((tx) => deleteBatch(tx, options, { after, size }));
      if (batch.last === undefined) return deleted;
      after = batch.last;
      deleted += batch.deleted;
    } catch (error) {
      if (size === 1 || !(error instanceof AppError) || error.code !== 'took_too_long') throw error;
      size = 1;
      continue;
    }
    const isLong = performance.now() - began > LONG_MS;
    size = isLong ? Math.ceil(size / 2) : Math.min(MAX_BATCH, size * 2);
  }
  return deleted;
}

interface Batch {
  readonly after: RunId;
  readonly size: number;
}

interface DeletedBatch {
  readonly deleted: number;
  /** The last run that was examined; `undefined` if there are no more. */
  readonly last: RunId | undefined;
}

/** Deletes partners together. Takes the same locks as every change of a run, and then reads the found runs again. */
async function deleteBatch(
  tx: SqlExecutor,
  { cutOff }: OldRunsOptions,
  { after, size }: Batch,
): Promise<DeletedBatch> {
  // A single run is deleted without a time limit, as when a caller deletes it.
  if (size > 1) await tx.executeSql(LIMITS);
  const end = idAt(cutOff);
  const found = await queryRows<FoundRun>(tx, FIND, [end, after, size]);
  if (found.length === 0) return { deleted: 0, last: undefined };
  const withPartners = found.flatMap(({ id, partnerId }) => [id, ...[partnerId ?? []].flat()]);
  await lockProgress(tx, withPartners);
  const left = await queryRows<{ id: RunId }>(tx, STILL_CAN_GO, [end, withPartners]);
  const ids = left.map(({ id }) => id);
  await deleteUnsharedVectors(tx, ids);
  // Last, because it may update the usage counter of the project, which other runs of the project wait for.
  await queryRows(tx, DELETE, [ids]);
  return { deleted: ids.length, last: found.at(-1)?.id };
}

interface FoundRun {
  readonly id: RunId;
  readonly partnerId: RunId | null;
}

const KEYS_AT_ONCE = 5000;

const DELETE_KEYS = `
delete from idempotency_key where ctid = any(array(
  select ctid from idempotency_key where run_id < $1 order by run_id limit ${KEYS_AT_ONCE}))
returning 1`;

/** Deletes the idempotency keys of requests before this time, including keys of runs that are kept. */
export async function deleteOldKeys(
  database: Transactor,
  time: Date,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const deleted = await queryRows(database, DELETE_KEYS, [idAt(time)]);
    if (deleted.length < KEYS_AT_ONCE) return;
  }
}
