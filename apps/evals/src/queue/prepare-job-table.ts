import { ensureIndex } from '../db/connection/ensure-index.ts';
import type { Transactor } from '../db/connection/sql.ts';

/** The schema of pg-boss, and its table for the jobs of all queues without a separate table. */
export const SCHEMA = 'fairtrial_queue';
export const JOBS = `${SCHEMA}.job_common`;
/**
 * Condition of a queued job, and the project of a job. They match the index definitions below, so that statements use
 * the indexes.
 */
export const QUEUED = `state < 'active' and not blocked`;
export const PROJECT = `coalesce(group_id, '')`;

/**
 * For statements that run every second or for each job, regardless of the number of jobs. pg-boss has no index for
 * them.
 */
const INDEXES = {
  /** Jobs whose worker may have died. */
  active_job: `(name, started_on) where state = 'active'`,
  /** The jobs of a project in fetch order. */
  queued_job_of_project: `(name, ${PROJECT}, priority desc, created_on) where ${QUEUED}`,
  job_of_run: `((data->>'runId'))`,
};

/**
 * pg-boss would scan every job each second to count jobs, although nothing reads the counts. It skips counting until
 * this time, a column that it keeps for databases that count slowly.
 */
const COUNT_NOTHING = `
update ${SCHEMA}.version set monitor_backoff_on = now() + interval '100 years'
where monitor_backoff_on is null or monitor_backoff_on < now() + interval '50 years'`;

/**
 * Called after pg-boss has created its tables. The queue works without these changes, but slower, so failures (this
 * role may not create indexes, or another process is creating them) are only reported.
 */
export async function prepareJobTable(
  database: Transactor,
  onError: (error: Error) => void,
): Promise<void> {
  try {
    await database.executeSql(COUNT_NOTHING);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await ensureIndex(database, { name, table: JOBS, definition });
    }
  } catch (cause) {
    onError(new Error('the job table lacks some of its indexes', { cause }));
  }
}
