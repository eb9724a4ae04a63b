import type { RunId } from '@assay/contracts';
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
 * What became of the old rows of a partition. `none`: there are none, or a run of that time goes on. `locked`:
 * another transaction uses the table for longer than statements may be made to wait; to be tried again later.
 */
export type Removal = 'removed' | 'none' | 'locked';

/** A run that stays, and what changes whenever one of its rows does. */
interface KeptRun {
  readonly id: RunId;
  readonly isOver: boolean;
  readonly seq: number;
  readonly revision: number;
}

/**
 * Removes the rows of all runs that are no longer in `run`. If no run is left, the partition is dropped; otherwise it is
 * replaced by a copy that has the rows of the runs that stay. The copy is made while others read and write, and takes
 * the place of the partition if none of its runs has changed meanwhile.
 *
 * Both lock the whole table for a moment. `detach partition … concurrently` would not, but it cannot replace a partition
 * in one transaction, and a process that is killed during it leaves a partition that is half detached.
 */
export async function removeOldRows(
  database: Transactor,
  partition: Partition,
  signal: AbortSignal,
): Promise<Removal> {
  if ((await dropCopy(database, partition)) === 'locked') return 'locked'; // one of a process that was killed
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

/** Looks between each two runs that stay: one step in the index for each, however many rows there are. */
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

/** Returns the id of the copy. Its constraint is what attaching would otherwise read all rows for. */
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
  // In the order of all changes of a run: first its progress, then its rows. From here on no run that was copied changes.
  await lockProgress(
    tx,
    kept.map(({ id }) => id),
  );
  if (!isDeepStrictEqual(await listKeptRuns(tx, partition), kept)) return 'none';
  // If the connection that keeps other processes from this was closed, one of them may have made a copy of its own.
  await tx.executeSql(`lock table ${copy}`);
  if ((await findTableId(tx, copy)) !== copyId) return 'none';
  await tx.executeSql(`alter table ${table} detach partition ${name}`);
  await attachPartition(tx, { ...partition, name: copy });
  await tx.executeSql(`drop table ${name}`);
  await tx.executeSql(`alter table ${copy} drop constraint in_range`);
  await tx.executeSql(`alter table ${copy} rename to ${name}`);
  return 'removed';
}

/** While this waits for a table, all statements that need the table later wait, too. */
const LOCK_TIMEOUT = `set local lock_timeout = '300ms'`;

/**
 * Whether a transaction that has gone on for a second has locks: pg_dump keeps them until its end. Of the transactions of
 * other roles this role may not know since when they go on.
 */
const IS_IN_USE = `
select exists (
  select from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.relation = any($1::regclass[]) and l.database = (select oid from pg_database where datname = current_database())
    and l.granted and coalesce(a.xact_start, '-infinity') < clock_timestamp() - interval '1 second'
) as "isInUse"`;

/** Changes the table if it is free, or becomes so in a moment. */
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
