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

/** The time span of a partition. */
export type PartitionWidth = 'day' | 'month';

/** Partitions that start within the next week are created ahead of time. */
const AHEAD_MS = 7 * 24 * 3600 * 1000;

/**
 * Creates the missing partitions for now and the next week; existing ones may have another width. Uses the clock of the
 * database, which run ids use, too.
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

/** Returns the partitions to create for the uncovered times from the start of the current day or month. */
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

/** The end of the day or month, or the start of the next partition if that is earlier. */
function endOfGap(from: Date, existing: readonly Partition[], width: PartitionWidth): Date {
  const [years, months, days] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()];
  const end = width === 'day' ? Date.UTC(years, months, days + 1) : Date.UTC(years, months + 1);
  const starts = existing.map((p) => p.from.getTime()).filter((start) => start > from.getTime());
  return new Date(Math.min(end, ...starts));
}

/** Full months are named after the month, all other partitions after their first day. */
function nameOf(from: Date, to: Date): string {
  const isMonth = to.getTime() === Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1);
  const length = isMonth && from.getUTCDate() === 1 ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  return from.toISOString().slice(0, length).replaceAll('-', '_');
}

/** The id of the row has a time that no partition covers. */
const NO_PARTITION = /^no partition of relation /;

/**
 * Creates partitions and retries the work if it failed because one is missing: a process may have been suspended for
 * longer than partitions are created ahead.
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
