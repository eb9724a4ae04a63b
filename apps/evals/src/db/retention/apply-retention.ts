import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { queryRows, type Transactor } from '../connection/sql.ts';
import { listPartitions, type Partition } from '../partitions/partition.ts';
import { deleteOldKeys, deleteOldRuns, type OldRunsOptions } from './delete-old-runs.ts';
import { removeOldRows } from './remove-partition.ts';

interface RetentionOptions extends Omit<OldRunsOptions, 'cutOff'> {
  readonly days: number;
}

/** The result of one pass. */
export interface RetentionResult {
  readonly runs: number;
  readonly partitions: number;
  /** Tables that were in use; a later pass removes their old rows. */
  readonly lockedTables: readonly string[];
}

const DAY_MS = 24 * 3600 * 1000;
const NOTHING: RetentionResult = { runs: 0, partitions: 0, lockedTables: [] };

/**
 * Removes the runs that are older than this many days, with all their rows. The process may be killed at any point:
 * runs are deleted in separate transactions, and the next pass removes rows without a run.
 */
export async function applyRetention(
  database: Transactor,
  options: RetentionOptions,
): Promise<RetentionResult> {
  // This transaction only holds the lock, which is released at its end.
  return database.transaction(async (holder) => {
    await holder.executeSql('set local idle_in_transaction_session_timeout = 0');
    const [row] = await queryRows<{ isOurs: boolean; now: Date }>(
      holder,
      'select pg_try_advisory_xact_lock($1) as "isOurs", clock_timestamp() as now',
      [ADVISORY_LOCKS.retention],
    );
    return row?.isOurs === true ? removeOlderThan(database, row.now, options) : NOTHING;
  });
}

/** Deletes the runs first, so that no reader sees a run without its turns. */
async function removeOlderThan(
  database: Transactor,
  now: Date,
  options: RetentionOptions,
): Promise<RetentionResult> {
  const { days, signal } = options;
  const oldest = new Date(now.getTime() - days * DAY_MS);
  const { cutOff, expired } = planRetention(await listPartitions(database), oldest);
  const runs = await deleteOldRuns(database, { ...options, cutOff });
  await deleteOldKeys(database, cutOff, signal);
  const locked = new Set<string>();
  let partitions = 0;
  for (const partition of expired) {
    if (signal.aborted) break;
    if (locked.has(partition.table)) continue;
    const removal = await removeOldRows(database, partition, signal);
    if (removal === 'removed') partitions += 1;
    if (removal === 'locked') locked.add(partition.table);
  }
  return { runs, partitions, lockedTables: [...locked] };
}

export interface RetentionPlan {
  /** Runs that started before this time are removed. */
  readonly cutOff: Date;
  /** Partitions that only have runs before the cut-off. */
  readonly expired: readonly Partition[];
}

/**
 * The cut-off is the start of the first partition of turns that is not completely older than `oldest`, so that a run is
 * removed together with the partition of its turns. The other tables have the same partitions.
 */
export function planRetention(partitions: readonly Partition[], oldest: Date): RetentionPlan {
  const turns = partitions.filter(({ table, to }) => table === 'turn' && to > oldest);
  const starts = turns.map(({ from }) => from.getTime());
  const cutOff = new Date(Math.min(oldest.getTime(), ...starts));
  return { cutOff, expired: partitions.filter(({ to }) => to <= cutOff) };
}
