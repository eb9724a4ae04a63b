import type { RunId } from '@fairtrial/contracts';
import { isRun, rangeOfRuns } from '../partitions/partition.ts';
import { unusedCalls } from './call-budget.ts';
import type { AttemptClaim } from './claim-attempts.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

const RANGE = { first: '$3', last: '$4' };

/** Locks attempts in key order, as claims do: a worker may be reclaiming them. */
const END = `
with input as materialized (
  select * from json_to_recordset($1::json) as x (
    "runId" uuid, "scenarioNo" int, "attemptNo" int, lane uuid, epoch int)
), progress as materialized (
  select run_id from run_progress where run_id = any($2::uuid[]) order by run_id for no key update
), claims as materialized (
  select x.* from input x join progress p on p.run_id = x."runId" order by "runId", "scenarioNo", "attemptNo"
), held as materialized (
  select a.* from claims c cross join lateral (
    select run_id, scenario_no, attempt_no from attempt
    where ${isRun('run_id', { runId: 'c."runId"', ...RANGE })}
      and (scenario_no, attempt_no, lane, epoch) = (c."scenarioNo", c."attemptNo", c.lane, c.epoch)
      and state = 'running'
    for no key update
  ) a
), done as (
  update attempt a set state = 'cancelled', lane = null from held h join run_progress p using (run_id)
  where ${isRun('a.run_id', { runId: 'h.run_id', ...RANGE })} and p.run_id = any($2)
    and (a.scenario_no, a.attempt_no) = (h.scenario_no, h.attempt_no)
  returning a.run_id, ${unusedCalls(RANGE)} as unused
), ended as (
  select run_id, count(*)::int as attempts, sum(unused)::int as unused from done group by run_id
), moved as (
  update run_progress p set attempts_open = p.attempts_open - e.attempts,
    calls_reserved = p.calls_reserved - e.unused
  from ended e where p.run_id = e.run_id
  returning p.run_id, p.attempts_open
)
update run r set state = 'finishing', finishing_at = now() from moved m
where r.id = m.run_id and m.attempts_open = 0 and r.state in ('running', 'cancelling')
returning r.id`;

/**
 * Ends attempts of a cancelled run before their last turn, and returns the calls that they reserved and did not make.
 * Returns the runs that end with these attempts. The caller has locked the progress of the runs, so that turns that are
 * being stored are counted.
 */
export async function endAttempts(
  tx: SqlExecutor,
  attempts: readonly AttemptClaim[],
): Promise<readonly RunId[]> {
  const runIds = attempts.map(({ runId }) => runId);
  const values = [toJsonParameter(attempts), runIds, ...rangeOfRuns(runIds)];
  const rows = await queryRows<{ id: RunId }>(tx, END, values);
  return rows.map(({ id }) => id);
}
