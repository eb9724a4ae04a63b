import { countScenarioTurns } from '@fairtrial/contracts';
import { digestPlan } from './plan-digest.ts';
import { toPlanText } from './plan-text.ts';
import { attemptsAt, countPlannedTurns, nameDataset, type Run } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

const INSERT = `
with new_run as (
  insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at, branch, plan_digest,
    partner_id, is_against, is_graded, look, scenario_attempts, dataset)
  values ($1, $2, $3, $4, $5, $21, $6, $7, 'running', $8, $14, $15, $16, $17, $18, $22, $23, $24)
), progress as (
  insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency,
    attempts_planned, attempts_next, attempts_open, seq, stored_bytes, plan_bytes, call_budget, scenario_turns)
  values ($1, $9, 0, 0, $10, $11 * $12::int, cardinality($13::uuid[]), $11 * $12, 1, octet_length($7::text), octet_length($7::text), $19, $20)
), event as (
  insert into run_event (run_id, seq, kind, data)
  values ($1, 1, 'run-started', json_build_object('total', $9::int))
)
insert into attempt (run_id, scenario_no, attempt_no, play_order, state, lane)
select $1, s, a, s * $12::int + a,
  case when s * $12 + a < cardinality($13) then 'queued' else 'waiting' end,
  $13[s * $12 + a + 1]
from generate_series(0, $11::int - 1) s, generate_series(0, $12 - 1) a`;

/** Stores a run with its attempts up to the first look, and assigns the first attempts to these lanes. */
export async function insertRun(
  tx: SqlExecutor,
  run: Run,
  lanes: readonly string[],
): Promise<void> {
  const { plan } = run;
  const { looks, scenarioAttempts } = plan;
  await queryRows(tx, INSERT, [
    run.id,
    run.project,
    plan.testName,
    plan.endpoint,
    plan.modelId,
    run.tags,
    toPlanText(plan),
    run.createdAt,
    countPlannedTurns(plan),
    plan.concurrency,
    plan.scenarios.length,
    attemptsAt(plan, 0),
    lanes,
    run.branch,
    digestPlan(plan),
    run.partnerId,
    run.isAgainst,
    plan.grading !== undefined,
    plan.budget?.calls,
    plan.budget && plan.scenarios.map(countScenarioTurns),
    plan.attempts,
    looks && 0,
    scenarioAttempts,
    nameDataset(plan),
  ]);
}
