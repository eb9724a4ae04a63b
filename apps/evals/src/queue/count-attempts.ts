import { queryRows, type SqlExecutor } from '../db/connection/sql.ts';
import { JOBS, PROJECT, QUEUED } from './prepare-job-table.ts';

/**
 * Numbers of lanes that wait for a worker and of lanes that are being played, over all runs and processes. A lane plays
 * one attempt at a time. Counted by queue jobs, because the attempt tables have no suitable index.
 */
export interface AttemptCounts {
  /** Counted up to `MAX_COUNTED`. */
  readonly queued: number;
  readonly running: number;
}

/** Larger numbers carry no more information than that there are too many. */
const MAX_COUNTED = 10_000;

/** Jobs with a higher priority finish runs. */
const LANES = `select from ${JOBS} where name = 'runs' and priority = 0`;

export async function countAttempts(tx: SqlExecutor): Promise<AttemptCounts> {
  const [row] = await queryRows<AttemptCounts>(
    tx,
    `select (select count(*)::int from (${LANES} and ${QUEUED} limit ${MAX_COUNTED}) x) as queued,
            (select count(*)::int from (${LANES} and state = 'active') x) as running`,
  );
  return row ?? { queued: 0, running: 0 };
}

/** True if an attempt of one of these projects waits for a worker; `undefined`: of any project. */
export async function hasQueuedAttempts(
  tx: SqlExecutor,
  projects: readonly string[] | undefined,
): Promise<boolean> {
  const [row] = await (projects === undefined
    ? queryRows<{ found: boolean }>(tx, `select exists (${LANES} and ${QUEUED}) as found`)
    : queryRows<{ found: boolean }>(
        tx,
        `select exists (
           select from unnest($1::text[]) p (project) cross join lateral (
             ${LANES} and ${QUEUED} and ${PROJECT} = p.project limit 1
           ) x
         ) as found`,
        [projects],
      ));
  return row?.found === true;
}
