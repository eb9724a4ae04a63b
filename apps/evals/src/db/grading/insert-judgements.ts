import type { JudgementRow } from './judgement.ts';
import type { GradingClaim } from './grading-claim.ts';
import { toStoredJson } from '../connection/to-stored-json.ts';
import { select, type Tx } from '../connection/tx.ts';

const INSERT = `
with held as materialized (
  select id, revision from run where id = $1 and grading_epoch = $2 and state = 'finishing'
), written as (
  insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, outcome, score,
    result, usage, latency_ms)
  select h.id, x."scenarioNo", x."attemptNo", x."turnNo", h.revision, x.kind, x.model, x."sampleNo", x.outcome, x.score,
    x.result, x.usage, x."latencyMs"
  from held h, json_to_recordset($3::json) as x (
    "scenarioNo" int, "attemptNo" int, "turnNo" int, kind text, model text, "sampleNo" int, outcome text,
    score float8, result json, usage json, "latencyMs" float8)
  on conflict do nothing
)
select id from held`;

/** Puts answers of models on record; says whether the claim is still ours. */
export async function insertJudgements(
  tx: Tx,
  { runId, epoch }: GradingClaim,
  rows: readonly JudgementRow[],
): Promise<boolean> {
  return (await select(tx, INSERT, [runId, epoch, toStoredJson(rows)])).length > 0;
}
