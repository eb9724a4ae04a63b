import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** First locks the attempts that a worker may be claiming, in key order, as claims do. */
const CANCEL = `
with progress as materialized (
  select run_id from run_progress where run_id = $1 for no key update
), cancelled as (
  update run r set state = 'cancelling', is_cancelled = true, stop_grading = true
  from progress p where r.id = p.run_id and r.state = 'running'
  returning r.id
), queued as materialized (
  select a.attempt_no from attempt a join cancelled c on c.id = a.run_id where a.run_id = $1 and a.state = 'queued'
  order by a.scenario_no, a.attempt_no for no key update of a
), dropped as (
  update attempt a set state = 'cancelled', lane = null
  from cancelled c, (select count(*) from queued) as locked
  where a.run_id = $1 and a.run_id = c.id and a.state in ('waiting', 'queued')
  returning a.run_id
), moved as (
  update run_progress p set seq = p.seq + 1, attempts_open = p.attempts_open - (select count(*)::int from dropped)
  from cancelled c where p.run_id = c.id
  returning p.run_id, p.seq, p.attempts_open
), event as (
  insert into run_event (run_id, seq, kind, data)
  select run_id, seq, 'run-cancelling', '{}' from moved
)
select attempts_open as "openAttempts" from moved`;

/** Starts no further attempts. Returns the number of attempts in progress; `undefined` if the run was not running. */
export async function setRunCancelling(tx: SqlExecutor, id: RunId): Promise<number | undefined> {
  const [row] = await queryRows<{ openAttempts: number }>(tx, CANCEL, [id]);
  return row?.openAttempts;
}

const STOP = `
with progress as materialized (
  select run_id from run_progress where run_id = $1 for no key update
), stopped as (
  update run r set is_cancelled = true, stop_grading = true
  from progress p
  where r.id = p.run_id and r.state = 'finishing' and not r.stop_grading
    and (r.revision > 1 or r.is_graded or r.look is not null or (r.partner_id is not null and not r.is_against))
  returning r.id
), moved as (
  update run_progress p set seq = p.seq + 1 from stopped s where p.run_id = s.id
  returning p.run_id, p.seq
)
insert into run_event (run_id, seq, kind, data) select run_id, seq, 'run-cancelling', '{}' from moved`;

/**
 * Ends a run whose turns are complete but whose grades, or those of its partner, are not: it ends with the grades it
 * has.
 */
export async function stopGrading(tx: SqlExecutor, id: RunId): Promise<void> {
  await queryRows(tx, STOP, [id]);
}

/** For a cancelled run that has no attempts in progress. */
export async function setRunFinishing(tx: SqlExecutor, id: RunId): Promise<void> {
  await queryRows(
    tx,
    `update run set state = 'finishing', finishing_at = now() where id = $1 and state = 'cancelling'`,
    [id],
  );
}

/** Returns those of these runs that were cancelled. */
export async function findCancelled(
  tx: SqlExecutor,
  ids: readonly RunId[],
): Promise<readonly RunId[]> {
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select id from run
     where id = any($1) and (state = 'cancelling' or (state = 'finishing' and stop_grading))`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
