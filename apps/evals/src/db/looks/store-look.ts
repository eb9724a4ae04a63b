import type { RunId } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';
import type { TakenLook } from './list-looks.ts';

/**
 * Stores a look and adds the attempts of the next one. The number of the look and the grading epoch decide which of two
 * workers stores it. New attempts get the play positions after the existing ones, as retried attempts do.
 */
const STORE = `
with progress as materialized (
  select run_id, attempts_planned from run_progress where run_id = $1 for no key update
), held as (
  update run r set look = $2 + 1, scenario_attempts = $8, state = case when $7 then r.state else 'running' end
  from progress p
  where r.id = p.run_id and r.state = 'finishing' and r.look = $2 and r.grading_epoch = $3 and not r.is_cancelled
  returning r.id
), looked as (
  insert into run_look (run_id, look_no, attempts, baseline_revision, decisions, is_last)
  select id, $2, $4, $5, $6, $7 from held
), added as (
  select s.scenario_no, a.attempt_no, row_number() over (order by s.scenario_no, a.attempt_no)::int - 1 as ordinal
  from held, unnest($9::int[]) s (scenario_no), generate_series($4::int, $10::int - 1) a (attempt_no)
), size as (
  select count(*)::int as attempts, least(count(*)::int, cardinality($11::uuid[])) as lanes from added
), queued as (
  insert into attempt (run_id, scenario_no, attempt_no, play_order, state, lane)
  select $1, a.scenario_no, a.attempt_no, p.attempts_planned + a.ordinal,
    case when a.ordinal < s.lanes then 'queued' else 'waiting' end, ($11::uuid[])[a.ordinal + 1]
  from added a, progress p, size s
), moved as (
  update run_progress p set seq = p.seq + 1, turns_total = p.turns_total + $12, attempts_open = p.attempts_open + s.attempts,
    attempts_next = p.attempts_planned + s.lanes, attempts_planned = p.attempts_planned + s.attempts
  from held h, size s where p.run_id = h.id
  returning p.run_id, p.seq, p.turns_total, s.attempts, s.lanes
), event as (
  insert into run_event (run_id, seq, kind, data)
  select run_id, seq, 'run-look', json_build_object('look', $2::int + 1, 'attempts', attempts, 'total', turns_total)
  from moved
)
select lanes from moved`;

export interface NewLook extends TakenLook {
  /** Number of the look, from 0. */
  readonly lookNo: number;
  /** Attempts of every scenario that was still played. */
  readonly attempts: number;
  /** The claim on grading under which the decisions were made. */
  readonly epoch: number;
  /** Attempts of each scenario after this look. */
  readonly scenarioAttempts: readonly number[];
  readonly added: AddedAttempts;
}

/** The attempts that are added; no scenarios after the last look. */
export interface AddedAttempts {
  readonly scenarioNos: readonly number[];
  /** Attempts of these scenarios at the next look. */
  readonly upTo: number;
  readonly turns: number;
  /** Lanes that can be used. */
  readonly lanes: readonly string[];
}

/** Returns the number of lanes that are used; `undefined` if another worker took the look, or the run was cancelled. */
export async function storeLook(
  tx: SqlExecutor,
  id: RunId,
  look: NewLook,
): Promise<number | undefined> {
  const { added } = look;
  const [row] = await queryRows<{ lanes: number }>(tx, STORE, [
    id,
    look.lookNo,
    look.epoch,
    look.attempts,
    look.baselineRevision,
    toJsonParameter(look.decisions),
    look.isLast,
    look.scenarioAttempts,
    added.scenarioNos,
    added.upTo,
    added.lanes,
    added.turns,
  ]);
  return row?.lanes;
}
