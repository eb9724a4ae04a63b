import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** Attempts that wait for a worker, and those being played, over all runs and processes. */
export interface AttemptCounts {
  readonly queued: number;
  readonly running: number;
}

export async function countAttempts(tx: SqlExecutor): Promise<AttemptCounts> {
  const [row] = await queryRows<AttemptCounts>(
    tx,
    `select count(*) filter (where state = 'queued')::int as queued,
            count(*) filter (where state = 'running')::int as running
     from attempt where state in ('queued', 'running') and lane is not null`,
  );
  return row ?? { queued: 0, running: 0 };
}

/** Whether an attempt waits for a worker: one of these projects, or (undefined) any. */
export async function hasQueuedAttempts(
  tx: SqlExecutor,
  projects: readonly string[] | undefined,
): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(
    tx,
    `select exists (
       select from attempt a join run r on r.id = a.run_id
       where a.state = 'queued' and a.lane is not null and ($1::text[] is null or r.project = any($1))
     ) as found`,
    [projects],
  );
  return row?.found === true;
}
