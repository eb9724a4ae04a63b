import { queryRows, type SqlExecutor } from '../connection/sql.ts';

export interface ProjectUsage {
  /** Number of runs that have not ended. */
  readonly activeRuns: number;
  /** Total size of the plans of active runs. */
  readonly activePlanBytes: number;
  /** Total size of plans, turns and summaries; 0 if it was not requested. */
  readonly storedBytes: number;
}

/**
 * `project_usage` has the sizes of runs as of their last end; the growth of active runs since then is added. `offset 0`
 * makes PostgreSQL find the active runs first and then the progress of each: it does not know that they are few.
 */
const USAGE = `
with active as (
  select count(*)::int as runs, coalesce(sum(p.plan_bytes), 0)::float8 as plans,
    coalesce(sum(p.stored_bytes - r.stored_bytes), 0) as bytes
  from unnest(array['running', 'cancelling', 'finishing']) x (state) cross join lateral (
    select id, stored_bytes from run where array[project, state] = array[$1, x.state] offset 0
  ) r cross join lateral (
    select plan_bytes, stored_bytes from run_progress where run_id = r.id offset 0
  ) p
)
select runs as "activeRuns", plans as "activePlanBytes", case when $2 then
  bytes + coalesce((select stored_bytes from project_usage where project = $1), 0) else 0 end::float8 as "storedBytes"
from active`;

export async function readProjectUsage(
  tx: SqlExecutor,
  project: string,
  { withBytes }: { readonly withBytes: boolean },
): Promise<ProjectUsage> {
  const [row] = await queryRows<ProjectUsage>(tx, USAGE, [project, withBytes]);
  return row ?? { activeRuns: 0, activePlanBytes: 0, storedBytes: 0 };
}

/** Serialises callers for the same project until the transaction ends. */
export async function lockProjectUsage(tx: SqlExecutor, project: string): Promise<void> {
  await queryRows(tx, `select pg_advisory_xact_lock(hashtextextended('project usage ' || $1, 0))`, [
    project,
  ]);
}
