import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { readClock } from '../connection/read-clock.ts';
import type { Transactor } from '../connection/sql.ts';
import {
  attachPartition,
  createPartitionTable,
  listPartitions,
  PARTITIONED_TABLES,
  type Partition,
} from './partition.ts';

/** How much time a partition is made for. */
export type PartitionWidth = 'day' | 'month';

/** Partitions are made ahead of time: those that begin within a week. */
const AHEAD_MS = 7 * 24 * 3600 * 1000;

/**
 * Makes the partitions of now and of the next week where there are none; those that exist may be of another width. The
 * time is that of the database, since ids have it too.
 */
export async function makePartitions(database: Transactor, width: PartitionWidth): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.partitions]);
    await tx.executeSql(`set local lock_timeout = '2s'`);
    const known = await listPartitions(tx);
    for (const partition of findMissing(known, await readClock(tx), width)) {
      await createPartitionTable(tx, partition.table, partition.name);
      await attachPartition(tx, partition);
    }
  });
}

/** The partitions to be made for the times since the beginning of this day or month that have none. */
export function findMissing(
  known: readonly Partition[],
  now: Date,
  width: PartitionWidth,
): readonly Partition[] {
  const until = now.getTime() + AHEAD_MS;
  return PARTITIONED_TABLES.flatMap((table) => {
    const existing = known.filter((partition) => partition.table === table);
    const missing: Partition[] = [];
    let from = startOf(now, width);
    while (from.getTime() <= until) {
      const time = from.getTime();
      const covering = existing.find((p) => p.from.getTime() <= time && time < p.to.getTime());
      if (covering !== undefined) {
        from = covering.to;
        continue;
      }
      const to = endOfGap(from, existing, width);
      missing.push({ table, name: `${table}_${nameOf(from, to)}`, from, to });
      from = to;
    }
    return missing;
  });
}

function startOf(time: Date, width: PartitionWidth): Date {
  const day = width === 'day' ? time.getUTCDate() : 1;
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), day));
}

/** The end of its day or month, or the beginning of the next partition if that comes first. */
function endOfGap(from: Date, existing: readonly Partition[], width: PartitionWidth): Date {
  const [years, months, days] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()];
  const end = width === 'day' ? Date.UTC(years, months, days + 1) : Date.UTC(years, months + 1);
  const starts = existing.map((p) => p.from.getTime()).filter((start) => start > from.getTime());
  return new Date(Math.min(end, ...starts));
}

/** A whole month has the name of the month, all others that of their first day. */
function nameOf(from: Date, to: Date): string {
  const isMonth = to.getTime() === Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1);
  const length = isMonth && from.getUTCDate() === 1 ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  return from.toISOString().slice(0, length).replaceAll('-', '_');
}

/** A row with an id of a time that has no partition. */
const NO_PARTITION = /^no partition of relation /;

/**
 * Does the work again after partitions were made, if it failed for want of one: a process may have been suspended for
 * longer than partitions are made ahead.
 */
export async function withPartitions<T>(
  make: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !NO_PARTITION.test(error.message)) throw error;
    await make();
    return work();
  }
}
