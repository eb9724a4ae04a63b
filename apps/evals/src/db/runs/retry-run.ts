import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/**
 * Moves failed turns to turn_superseded, deletes the results and judgements of the conversations that are played again,
 * and queues the attempts with missing turns again, in their old order. Attempts at the scenarios $4 start again: their
 * answered turns are moved too, and the judgements of their turns are deleted. So do attempts whose simulated user gave
 * no message. $5 has the planned turns of every scenario: a conversation that had ended early can be longer now.
 */
const RETRY = `
with progress as materialized (
  select run_id, attempts_planned, scenario_turns, coalesce($3::int, call_budget) - calls_reserved as calls_left
  from run_progress where run_id = $1 for no key update
), again as (
  update run r set state = 'running', is_cancelled = false, stop_grading = false, finished_at = null,
    result = null, stopped_by = null, grading_epoch = grading_epoch + 1
  from progress p where r.id = p.run_id and r.state in ('completed', 'cancelled', 'failed')
  returning r.id
), failed as materialized (
  select t.scenario_no, t.attempt_no from turn t join again g on g.id = t.run_id
  where t.run_id = $1 and t.outcome = 'endpoint_failed'
), chosen as (
  select a.scenario_no, a.attempt_no, row_number() over (order by a.scenario_no, a.attempt_no)::int - 1 as ordinal
  from attempt a join again g on g.id = a.run_id
  where a.run_id = $1 and (a.state = 'cancelled'
    or exists (select from failed f where (f.scenario_no, f.attempt_no) = (a.scenario_no, a.attempt_no))
    or exists (select from conversation_grade s where s.run_id = $1 and s.excluded_reason = 'user_failed'
      and (s.scenario_no, s.attempt_no) = (a.scenario_no, a.attempt_no)))
), restarted as materialized (
  select c.scenario_no, c.attempt_no, a.state = 'done' as is_done from chosen c join attempt a using (scenario_no, attempt_no)
  where a.run_id = $1 and c.scenario_no = any($4::int[])
), raised as materialized (
  select coalesce(sum(($5::int[])[r.scenario_no + 1] - (
    select count(*) from turn t where (t.run_id, t.scenario_no, t.attempt_no) = ($1, r.scenario_no, r.attempt_no))), 0)::int as turns
  from restarted r where r.is_done
), removed as (
  delete from turn t using again g
  where t.run_id = $1 and g.id = t.run_id and (t.outcome = 'endpoint_failed'
    or (t.scenario_no, t.attempt_no) in (select scenario_no, attempt_no from restarted))
  returning t.*
), superseded as (
  insert into turn_superseded select * from removed
), ungraded as (
  delete from conversation_grade s using chosen c
  where s.run_id = $1 and (s.scenario_no, s.attempt_no) = (c.scenario_no, c.attempt_no)
), unjudged as (
  delete from judgement j using chosen c
  where j.run_id = $1 and (j.scenario_no, j.attempt_no) = (c.scenario_no, c.attempt_no)
    and (c.scenario_no = any($4) or j.turn_no is null) and j.kind <> 'audit'
), size as (
  select count(*)::int as attempts, least(count(*)::int, cardinality($2::uuid[])) as lanes from chosen
), first as (
  select p.scenario_turns[a.scenario_no + 1] - (
      select count(*) from turn t where (t.run_id, t.scenario_no, t.attempt_no) = ($1, a.scenario_no, a.attempt_no)
        and t.outcome = 'answered' and a.scenario_no <> all($4)) <= p.calls_left as fits
  from chosen a, progress p where a.ordinal = 0
), queued as (
  update attempt a set play_order = p.attempts_planned + c.ordinal, try = a.try + 1, epoch = 0,
    state = case when c.ordinal < s.lanes then 'queued' else 'waiting' end, lane = ($2::uuid[])[c.ordinal + 1]
  from chosen c, progress p, size s
  where (a.run_id, a.scenario_no, a.attempt_no) = ($1, c.scenario_no, c.attempt_no)
), moved as (
  update run_progress p set seq = p.seq + 1,
    turns_finished = p.turns_finished - (select count(*)::int from removed),
    turns_failed = p.turns_failed - (select count(*)::int from failed),
    turns_total = p.turns_total + (select turns from raised),
    attempts_open = s.attempts, attempts_next = p.attempts_planned + s.lanes,
    attempts_planned = p.attempts_planned + s.attempts, call_budget = coalesce($3, p.call_budget)
  from again g, size s where p.run_id = g.id
  returning p.run_id, p.seq, s.attempts, s.lanes
), event as (
  insert into run_event (run_id, seq, kind, data)
  select run_id, seq, 'run-retried', json_build_object('attempts', attempts, 'from_start', exists (select from restarted)) from moved
)
select attempts, lanes, coalesce((select fits from first), true) as fits from moved`;

export interface RetryResult {
  readonly attempts: number;
  /** Number of offered lanes that are used. */
  readonly lanes: number;
  /** True if the first attempt fits into the budget, or if there is no budget. */
  readonly fits: boolean;
}

interface Retry {
  /** Lanes that can be used. */
  readonly lanes: readonly string[];
  /** Replaces the budget of the run, which must have one. */
  readonly calls?: number | undefined;
  /** Scenarios whose attempts start again from their first turn: the endpoint, or a simulated user, keeps the conversation. */
  readonly fromStart?: readonly number[] | undefined;
  /** Planned turns of every scenario. */
  readonly plannedTurns?: readonly number[] | undefined;
}

/** `undefined` if the run has not ended. */
export async function retryRun(
  tx: SqlExecutor,
  id: RunId,
  { lanes, calls, fromStart = [], plannedTurns = [] }: Retry,
): Promise<RetryResult | undefined> {
  const [row] = await queryRows<RetryResult>(tx, RETRY, [
    id,
    lanes,
    calls,
    fromStart,
    plannedTurns,
  ]);
  return row;
}
