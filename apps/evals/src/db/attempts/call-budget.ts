import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { isRun, rangeOfRuns } from '../partitions/partition.ts';

/*
 * The budget of a run (`budget: {calls: n}`). An attempt reserves one call per turn when it is claimed, and one more for
 * each retried request. So workers never make more calls than the budget, even if they crash.
 */

/** Parameters of a statement: the first and the last of its runs. */
interface RunRange {
  readonly first: string;
  readonly last: string;
}

/** Number of turns without a row of an attempt `a`; `p` is the progress of its run, which has a budget. */
export function unplayedTurns(range: RunRange): string {
  return `(p.scenario_turns[a.scenario_no + 1] - (
  select count(*)::int from turn t
  where ${isRun('t.run_id', { runId: 'a.run_id', ...range })}
    and (t.scenario_no, t.attempt_no) = (a.scenario_no, a.attempt_no)))`;
}

/**
 * Calls that an attempt `a` reserved and did not make. One call may have been in flight when the attempt ended, so it
 * counts as made.
 */
export function unusedCalls(range: RunRange): string {
  return `greatest(coalesce(${unplayedTurns(range)}, 0) - 1, 0)`;
}

const RESERVE = `
with progress as materialized (
  select run_id, calls_reserved < call_budget as fits from run_progress where run_id = $1 for no key update
), reserved as (
  update run_progress p set calls_reserved = p.calls_reserved + 1 from progress x
  where p.run_id = x.run_id and x.fits
  returning p.run_id
), stopped as (
  update run r set stopped_by = 'budget' from progress x
  where r.id = x.run_id and not x.fits and r.state = 'running'
)
select run_id from reserved`;

/**
 * Reserves one more call for a run with a budget. Returns false if none is left; the run then skips work and counts as
 * stopped.
 */
export async function reserveCall(tx: SqlExecutor, id: RunId): Promise<boolean> {
  return (await queryRows(tx, RESERVE, [id])).length > 0;
}

const STOP_RANGE = { first: '$4', last: '$5' };

/**
 * Locks attempts in key order, as claims do. An attempt that lost its worker is dropped only if no other worker has
 * claimed it.
 */
const STOP = `
with refused as materialized (
  select * from unnest($2::uuid[], $3::int[]) x (lane, epoch)
), open as materialized (
  select a.run_id, a.scenario_no, a.attempt_no, a.state from attempt a left join refused x using (lane)
  where a.run_id between $4 and $5 and a.run_id = any($1) and (a.state in ('waiting', 'queued') or (a.state = 'running' and a.epoch < x.epoch))
  order by a.run_id, a.scenario_no, a.attempt_no
  for no key update of a
), dropped as (
  update attempt a set state = 'cancelled', lane = null
  from open o join run_progress p using (run_id)
  where ${isRun('a.run_id', { runId: 'o.run_id', ...STOP_RANGE })} and p.run_id = any($1)
    and (a.scenario_no, a.attempt_no) = (o.scenario_no, o.attempt_no)
  returning a.run_id, case when o.state = 'running' then ${unusedCalls(STOP_RANGE)} else 0 end as unused
), ended as (
  select run_id, count(*)::int as attempts, sum(unused)::int as unused from dropped group by run_id
), moved as (
  update run_progress p set attempts_open = p.attempts_open - e.attempts, calls_reserved = p.calls_reserved - e.unused
  from ended e where p.run_id = e.run_id
  returning p.run_id, p.attempts_open
), stopped as (
  update run r set stopped_by = case when r.state = 'running' then 'budget' else r.stopped_by end,
    state = case when m.attempts_open = 0 then 'finishing' else r.state end,
    finishing_at = case when m.attempts_open = 0 then now() else r.finishing_at end
  from moved m where r.id = m.run_id and r.state in ('running', 'cancelling')
  returning r.id, r.project, r.state
)
select id as "runId", project from stopped where state = 'finishing'`;

interface EndedRun {
  readonly runId: RunId;
  readonly project: string;
}

/**
 * Starts no further attempt of these runs, because the calls of the next one do not fit into the budget; attempts in
 * progress continue. Returns the runs that end with this. The caller has locked their progress.
 * `refused`: the lanes whose attempts did not fit, and the epochs of the refused claims.
 */
export async function stopRuns(
  tx: SqlExecutor,
  runIds: readonly RunId[],
  refused: readonly { readonly lane: string; readonly epoch: number }[],
): Promise<readonly EndedRun[]> {
  const lanes = refused.map(({ lane }) => lane);
  const epochs = refused.map(({ epoch }) => epoch);
  return queryRows<EndedRun>(tx, STOP, [runIds, lanes, epochs, ...rangeOfRuns(runIds)]);
}
