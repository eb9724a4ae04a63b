import type { GradingClaim } from './begin-grading.ts';
import { toJsonParameter } from '../connection/sql.ts';
import type { Turn } from '../../entities/turn.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

export interface GradingProgress {
  readonly done: number;
  readonly total: number;
}

const SAVE = `
with progress as materialized (
  select run_id from run_progress where run_id = $1 for no key update
), held as (
  update run r set finishing_at = now() from progress p
  where r.id = p.run_id and r.grading_epoch = $2 and r.state = 'finishing'
  returning r.id, r.revision
), graded as (
  update turn t set scores = x.scores, score_details = x.score_details, overall = x.overall, flags = x.flags,
    generated_metadata = x.generated_metadata, metadata_source = x.metadata_source, passed = x.passed,
    checks = x.checks, revision = h.revision
  from held h, json_to_recordset($3::json) as x (
    scenario_no int, attempt_no int, turn_no int, scores json, score_details json, overall float8, flags json,
    generated_metadata json, metadata_source text, passed boolean, checks json)
  where t.run_id = $1 and h.id = t.run_id
    and (t.scenario_no, t.attempt_no, t.turn_no) = (x.scenario_no, x.attempt_no, x.turn_no)
), moved as (
  update run_progress p set seq = p.seq + 1 from held h where p.run_id = h.id and $4::json is not null
  returning p.run_id, p.seq
), event as (
  insert into run_event (run_id, seq, kind, data) select run_id, seq, 'grading', $4 from moved
)
select id from held`;

/** Stores the grades of turns, and an event if `progress` is given. Returns false if the claim is no longer valid. */
export async function saveGrades(
  tx: SqlExecutor,
  { runId, epoch }: GradingClaim,
  {
    turns,
    progress,
  }: { readonly turns: readonly Turn[]; readonly progress: GradingProgress | undefined },
): Promise<boolean> {
  const values = [
    runId,
    epoch,
    toJsonParameter(turns.map(toInput)),
    progress && toJsonParameter(progress),
  ];
  return (await queryRows(tx, SAVE, values)).length > 0;
}

function toInput(turn: Turn): object {
  return {
    scenario_no: turn.scenarioNo,
    attempt_no: turn.attemptNo,
    turn_no: turn.turnNo,
    scores: turn.scores,
    score_details: turn.scoreDetails,
    overall: turn.scores['overall'],
    flags: turn.flags,
    generated_metadata: turn.generatedMetadata,
    metadata_source: turn.metadataSource,
    passed: turn.passed,
    checks: turn.checks,
  };
}
