import type { RunId } from '@fairtrial/contracts';
import { isDeepStrictEqual } from 'node:util';
import { lockProgress } from '../attempts/share-lanes.ts';
import { isLockTimeout } from '../connection/database-unavailable.ts';
import { queryRows, type SqlExecutor, type Transactor } from '../connection/sql.ts';
import {
  attachPartition,
  createPartitionTable,
  idAt,
  type Partition,
} from '../partitions/partition.ts';

/**
 * Result for the old rows of a partition. `none`: there are no old rows, or a run in the partition is still active.
 * `locked`: another transaction uses the table for longer than statements may wait; a later pass retries.
 */
export type Removal = 'removed' | 'none' | 'locked';

/** A run that is kept. `seq` and `revision` change whenever one of its rows does. */
interface KeptRun {
  readonly id: RunId;
  readonly isOver: boolean;
  /** `null` if the run has no progress. */
  readonly seq: number | null;
  readonly revision: number;
}

/**
 * Removes the rows of all runs that are no longer in `run`. If no run is left, the partition is dropped; otherwise it
 * is replaced by a copy with the rows of the remaining runs. The copy is made while others read and write, and replaces
 * the partition only if none of its runs has changed meanwhile.
 *
 * Both lock the whole table for a moment. `detach partition … concurrently` would not, but it cannot replace a
 * partition in one transaction, and a process that is killed during it leaves the partition half detached.
 */
export async function removeOldRows(
  database: Transactor,
  partition: Partition,
  signal: AbortSignal,
): Promise<Removal> {
  if ((await dropCopy(database, partition)) === 'locked') return 'locked'; // left by a process that was killed
  const kept = await listKeptRuns(database, partition);
  if (kept.length === 0) {
    return changeTable(database, partition, async (tx) => {
      if ((await listKeptRuns(tx, partition)).length > 0) return 'none';
      await tx.executeSql(`drop table ${partition.name}`);
      return 'removed';
    });
  }
  const isGoingOn = kept.some(({ isOver }) => !isOver);
  if (isGoingOn || !(await hasOldRows(database, partition, kept))) return 'none';
  try {
    const copyId = await copyRuns(database, partition, { kept, signal });
    if (signal.aborted) return 'none';
    return await changeTable(database, partition, (tx) => replace(tx, partition, { kept, copyId }));
  } finally {
    await dropCopy(database, partition); // if a backup reads it, the next pass drops it
  }
}

async function dropCopy(database: Transactor, partition: Partition): Promise<void | 'locked'> {
  return withShortLocks(database, async (tx) => {
    await tx.executeSql(`drop table if exists ${copyOf(partition)}`);
  });
}

function copyOf({ name }: Partition): string {
  return `${name}_kept`;
}

function listKeptRuns(tx: SqlExecutor, { from, to }: Partition): Promise<readonly KeptRun[]> {
  return queryRows<KeptRun>(
    tx,
    `select r.id, r.state in ('completed', 'cancelled', 'failed') as "isOver", p.seq, r.revision
     from run r left join run_progress p on p.run_id = r.id where r.id >= $1 and r.id < $2 order by r.id`,
    [idAt(from), idAt(to)],
  );
}

/** Looks between each two adjacent remaining runs: one index lookup each, regardless of the number of rows. */
async function hasOldRows(
  tx: SqlExecutor,
  { name, from, to }: Partition,
  kept: readonly KeptRun[],
): Promise<boolean> {
  const ids = kept.map(({ id }) => id);
  const [row] = await queryRows<{ has: boolean }>(
    tx,
    `select exists (
       select from unnest($1::uuid[], $2::uuid[]) as gap (after, before)
       cross join lateral (select from ${name} t where t.run_id > gap.after and t.run_id < gap.before limit 1) old
     ) as has`,
    [
      [idAt(from), ...ids],
      [...ids, idAt(to)],
    ],
  );
  return row?.has === true;
}

/** Returns the id of the copy. The constraint on the copy saves `attach partition` from scanning all rows. */
async function copyRuns(
  database: Transactor,
  partition: Partition,
  { kept, signal }: { readonly kept: readonly KeptRun[]; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const { table, name, from, to } = partition;
  const copy = copyOf(partition);
  const copyId = await database.transaction(async (tx) => {
    await createPartitionTable(tx, table, copy);
    const range = `run_id >= '${idAt(from)}' and run_id < '${idAt(to)}'`;
    await tx.executeSql(`alter table ${copy} add constraint in_range check (${range})`);
    return findTableId(tx, copy);
  });
  for (const { id } of kept) {
    if (signal.aborted) break;
    await queryRows(database, `insert into ${copy} select * from ${name} where run_id = $1`, [id]);
  }
  return copyId;
}

async function findTableId(tx: SqlExecutor, name: string): Promise<number | undefined> {
  const [row] = await queryRows<{ id: number | null }>(
    tx,
    'select to_regclass($1)::oid::int8::float8 as id',
    [name],
  );
  return row?.id ?? undefined;
}

interface Copy {
  readonly kept: readonly KeptRun[];
  readonly copyId: number | undefined;
}

async function replace(
  tx: SqlExecutor,
  partition: Partition,
  { kept, copyId }: Copy,
): Promise<Removal> {
  const { table, name } = partition;
  const copy = copyOf(partition);
  // Locks as every change of a run does: first its progress, then its rows. From here on no copied run changes.
  await lockProgress(
    tx,
    kept.map(({ id }) => id),
  );
  if (!isDeepStrictEqual(await listKeptRuns(tx, partition), kept)) return 'none';
  // If the connection that holds the retention lock was closed, another process may have made its own copy.
  await tx.executeSql(`lock table ${copy}`);
  if ((await findTableId(tx, copy)) !== copyId) return 'none';
  await tx.executeSql(`alter table ${table} detach partition ${name}`);
  await attachPartition(tx, { ...partition, name: copy });
  await tx.executeSql(`drop table ${name}`);
  await tx.executeSql(`alter table ${copy} drop constraint in_range`);
  await tx.executeSql(`alter table ${copy} rename to ${name}`);
  return 'removed';
}

/** While this waits for a table, all later statements that need the table wait, too. */
const LOCK_TIMEOUT = `set local lock_timeout = '300ms'`;

/**
 * True if a transaction that is older than a second holds locks on the tables: pg_dump keeps them until its end. This
 * role may not see the start time of other roles' transactions; those count as old.
 */
const IS_IN_USE = `
select exists (
  select from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.relation = any($1::regclass[]) and l.database = (select oid from pg_database where datname = current_database())
    and l.granted and coalesce(a.xact_start, '-infinity') < clock_timestamp() - interval '1 second'
) as "isInUse"`;

/** Changes the table if it is free or becomes free within the lock timeout. */
async function changeTable(
  database: Transactor,
  { table, name }: Partition,
  change: (tx: SqlExecutor) => Promise<Removal>,
): Promise<Removal> {
  const [row] = await queryRows<{ isInUse: boolean }>(database, IS_IN_USE, [[table, name]]);
  return row?.isInUse === true ? 'locked' : withShortLocks(database, change);
}

async function withShortLocks<T>(
  database: Transactor,
  change: (tx: SqlExecutor) => Promise<T>,
): Promise<T | 'locked'> {
  try {
    return await database.transaction(async (tx) => {
      await tx.executeSql(LOCK_TIMEOUT);
      return change(tx);
    });
  } catch (error) {
    if (isLockTimeout(error)) return 'locked';
    throw error;
  }
}
