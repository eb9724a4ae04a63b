import type { RunId } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';
import type { SubjectOrdinals, TurnOrdinals } from '../../entities/turn.ts';
import type { GradingClaim } from './begin-grading.ts';

/** The result of an own scorer for one turn. */
export interface OwnScoreRow extends SubjectOrdinals {
  /** The name of the scorer. */
  readonly scorer: string;
  readonly outcome: 'scored' | 'scorer_failed';
  readonly score: number | null;
  /** The full result. */
  readonly result: object;
  /** Duration of the call that the turn was part of. */
  readonly latencyMs: number;
}

interface OwnScoreFilter {
  readonly runId: RunId;
  /** The first revision whose scores count. */
  readonly since: number;
  /** The current revision. Failures of earlier revisions are left out, so that the scorer is called again. */
  readonly revision: number;
  /** Both ends are inclusive. */
  readonly first: TurnOrdinals;
  readonly last: TurnOrdinals;
}

const LIST = `
select distinct on (scenario_no, attempt_no, turn_no, model)
  scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", model as scorer, outcome, score, result,
  latency_ms as "latencyMs"
from judgement
where run_id = $1 and (scenario_no, attempt_no, turn_no) between ($4, $5, $6) and ($7, $8, $9) and kind = 'scorer'
  and revision between $2 and $3 and (revision = $3 or outcome = 'scored')
order by scenario_no, attempt_no, turn_no, model, revision desc`;

/** Lists the stored results for the turns from `first` to `last`. Of several for a turn only the last one counts. */
export function listOwnScores(
  tx: SqlExecutor,
  { runId, since, revision, first, last }: OwnScoreFilter,
): Promise<readonly OwnScoreRow[]> {
  const range = [first, last].flatMap((at) => [at.scenarioNo, at.attemptNo, at.turnNo]);
  return queryRows<OwnScoreRow>(tx, LIST, [runId, since, revision, ...range]);
}

const INSERT = `
with held as materialized (
  select id, revision from run where id = $1 and grading_epoch = $2 and state = 'finishing'
), written as (
  insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, outcome, score,
    result, latency_ms)
  select h.id, x."scenarioNo", x."attemptNo", x."turnNo", h.revision, 'scorer', x.scorer, 0, x.outcome, x.score,
    x.result, x."latencyMs"
  from held h, json_to_recordset($3::json) as x (
    "scenarioNo" int, "attemptNo" int, "turnNo" int, scorer text, outcome text, score float8, result json,
    "latencyMs" float8)
  on conflict do nothing
)
select id from held`;

/** Stores results. Returns false if the claim is no longer valid. */
export async function insertOwnScores(
  tx: SqlExecutor,
  { runId, epoch }: GradingClaim,
  rows: readonly OwnScoreRow[],
): Promise<boolean> {
  return (await queryRows(tx, INSERT, [runId, epoch, toJsonParameter(rows)])).length > 0;
}
