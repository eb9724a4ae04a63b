import type { Headline, RunId, Stats } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

export interface RunSummaryRow {
  readonly scores: object;
  readonly summary: object;
  readonly result: Headline['status'];
}

/** Every statement that changes a run locks its progress first, to avoid deadlocks. */
const PROGRESS = `
with progress as materialized (
  select run_id, stored_bytes + (
    select coalesce(sum(pg_column_size(g.*)), 0) from turn_grade g where g.run_id = $1) as bytes
  from run_progress where run_id = $1 for no key update
)`;

const FINISH = `${PROGRESS}, finished as (
  update run set state = case when is_cancelled then 'cancelled' else 'completed' end, finished_at = now(),
    result = $4, stored_bytes = bytes + octet_length($3::json::text)
  from progress where id = run_id and state = 'finishing'
  returning id, state, revision
), summary as (
  insert into run_summary (run_id, revision, scores, summary, metric_means)
  select id, revision, $2, $3, $5 from finished
  on conflict (run_id, revision) do update set scores = excluded.scores, summary = excluded.summary,
    metric_means = excluded.metric_means
), moved as (
  update run_progress p set seq = p.seq + 1, stored_bytes = p.stored_bytes + octet_length($3::json::text)
  from finished f where p.run_id = f.id
  returning p.run_id, p.seq, p.turns_finished, p.turns_failed, p.turns_total, f.state
)
insert into run_event (run_id, seq, kind, data)
select run_id, seq, 'run-finished', json_build_object('state', state, 'finished', turns_finished,
  'failed', turns_failed, 'total', turns_total)
from moved
returning run_id`;

/** Writes the summary and ends the run. Returns false if the run had already ended. */
export async function setRunFinished(
  tx: SqlExecutor,
  id: RunId,
  row: RunSummaryRow,
): Promise<boolean> {
  const rows = await queryRows(tx, FINISH, [
    id,
    toJsonParameter(row.scores),
    toJsonParameter(row.summary),
    row.result,
    toJsonParameter(pickMeans(row.summary)),
  ]);
  return rows.length > 0;
}

function pickMeans({ stats = {} }: { readonly stats?: Stats }): object {
  const means = Object.entries(stats).map(([metric, { mean, se }]) => [metric, { mean, se }]);
  return Object.fromEntries(means) as object;
}

/** First locks the attempts that a worker may be claiming, in key order, as claims do. */
const FAIL = `${PROGRESS}, failed as (
  update run set state = 'failed', finished_at = now(), result = 'inconclusive', stored_bytes = bytes
  from progress where id = run_id and state in ('running', 'cancelling', 'finishing')
  returning id
), taken as materialized (
  select a.attempt_no from attempt a join failed f on f.id = a.run_id where a.run_id = $1 and a.state in ('queued', 'running')
  order by a.scenario_no, a.attempt_no for no key update of a
), dropped as (
  update attempt a set state = 'cancelled', lane = null
  from failed f, (select count(*) from taken) as locked
  where a.run_id = $1 and a.run_id = f.id and a.state in ('waiting', 'queued', 'running')
), moved as (
  update run_progress p set seq = p.seq + 1, attempts_open = 0 from failed f where p.run_id = f.id
  returning p.run_id, p.seq
)
insert into run_event (run_id, seq, kind, data)
select run_id, seq, 'run-finished', json_build_object('state', 'failed') from moved`;

/** For internal errors, not errors of the endpoint: the run ends without a summary. */
export async function setRunFailed(tx: SqlExecutor, id: RunId): Promise<void> {
  await queryRows(tx, FAIL, [id]);
}

/** Records that the summaries of these runs are being written, so that no other worker takes them over. */
export async function touchFinishing(tx: SqlExecutor, ids: readonly RunId[]): Promise<void> {
  await queryRows(
    tx,
    `update run set finishing_at = now() where id = any($1) and state = 'finishing'`,
    [ids],
  );
}

/** Longer than a live worker goes without `touchFinishing`. */
const STALE_AFTER = '20 seconds';

/** Returns runs whose summary has no live writer, each at most once per interval. */
export function reclaimStaleRuns(
  tx: SqlExecutor,
): Promise<readonly { readonly runId: RunId; readonly project: string }[]> {
  return queryRows(
    tx,
    `update run set finishing_at = now()
     where state = 'finishing' and finishing_at < now() - $1::interval
     returning id as "runId", project`,
    [STALE_AFTER],
  );
}

/** Returns those of these runs that have ended or were deleted. */
export async function findEndedRuns(
  tx: SqlExecutor,
  ids: readonly RunId[],
): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select x.id from unnest($1::uuid[]) x (id) left join run r using (id)
     where r.id is null or r.state in ('completed', 'cancelled', 'failed')`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
