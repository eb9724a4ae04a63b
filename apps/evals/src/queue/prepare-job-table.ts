import { ensureIndex } from '../db/connection/ensure-index.ts';
import type { Transactor } from '../db/connection/sql.ts';

/** The table in which pg-boss keeps the jobs of all queues that have no table of their own, and its schema. */
export const SCHEMA = 'assay_queue';
export const JOBS = `${SCHEMA}.job_common`;
/** Of a job that waits for a worker, and the project of a job: as in the indexes below, so that statements use these. */
export const QUEUED = `state < 'active' and not blocked`;
export const PROJECT = `coalesce(group_id, '')`;

/** What statements look for each second, or for each job, however many jobs there are. pg-boss has no index for it. */
const INDEXES = {
  /** Jobs whose worker may have died. */
  active_job: `(name, started_on) where state = 'active'`,
  /** The jobs of a project in the order in which they are fetched. */
  queued_job_of_project: `(name, ${PROJECT}, priority desc, created_on) where ${QUEUED}`,
  job_of_run: `((data->>'runId'))`,
};

/**
 * Counts of jobs, which nothing here reads, would cost pg-boss a look at every job each second. It leaves them out until
 * this time, which it keeps for a database that is slow to count.
 */
const COUNT_NOTHING = `
update ${SCHEMA}.version set monitor_backoff_on = now() + interval '100 years'
where monitor_backoff_on is null or monitor_backoff_on < now() + interval '50 years'`;

/**
 * Called when pg-boss has made its tables. The queue works without all this, but slower: a failure (this account may not
 * make indexes, or another process is making them) is only reported.
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
    onError(new Error('the table of jobs has not all of its indexes', { cause }));
  }
}
