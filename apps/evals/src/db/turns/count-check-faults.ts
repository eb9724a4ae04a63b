import type { RunId } from '@fairtrial/contracts';
import { GRADED_TURNS } from './list-turns.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** Answered turns of one interaction, or conversations of one scenario, in which the same checks did not pass. */
export interface CheckFaultCounts {
  readonly scenarioNo: number;
  /** Null: conversations. */
  readonly turnNo: number | null;
  /** Positions of the checks that failed, from 0. */
  readonly failed: readonly number[];
  /** Positions of the checks without a result, from 0; without those that do not apply. */
  readonly open: readonly number[];
  readonly count: number;
}

/** Turns in which all checks passed are left out, and turns of attempts that do not count; conversations are not. */
export function countCheckFaults(tx: SqlExecutor, id: RunId): Promise<readonly CheckFaultCounts[]> {
  return queryRows<CheckFaultCounts>(
    tx,
    `with checked as (
       select scenario_no, turn_no, checks from ${GRADED_TURNS} t where run_id = $1 and outcome = 'answered'
         and not exists (select from conversation_grade s where s.run_id = $1 and s.excluded_reason is not null
           and (s.scenario_no, s.attempt_no) = (t.scenario_no, t.attempt_no))
       union all
       select scenario_no, null, checks from conversation_grade
       where run_id = $1 and revision = (select revision from run where id = $1)
     ), found as (
       select scenario_no, turn_no, ${positions(`result->>'passed' = 'false'`)} as failed,
         ${positions(`result->>'passed' is null and result->>'verdict' is distinct from 'not_applicable'`)} as open
       from checked
     )
     select scenario_no as "scenarioNo", turn_no as "turnNo", failed, open, count(*)::int as count
     from found where turn_no is null or failed <> '[]' or open <> '[]'
     group by scenario_no, turn_no, failed, open`,
    [id],
  );
}

/** SQL for the positions of the results that meet a condition. */
function positions(condition: string): string {
  return `coalesce((select jsonb_agg(position - 1 order by position)
    from json_array_elements(checks) with ordinality as listed (result, position) where ${condition}), '[]')`;
}
