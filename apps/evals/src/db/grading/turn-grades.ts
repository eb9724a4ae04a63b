import type { Turn, TurnGrades, TurnKey } from '../../entities/turn.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';
import type { GradingClaim } from './begin-grading.ts';

/** The grades of a turn, the revision that they belong to, and the try of the turn. */
export interface NewGrades extends TurnGrades, TurnKey, Pick<Turn, 'try'> {
  readonly revision: number;
  /** Of the graders that are not in their first version, by name; `undefined` if all are. */
  readonly versions: Readonly<Record<string, string>> | undefined;
}

const COLUMNS = `scenario_no, attempt_no, turn_no, try, revision, scores, details, overall, passed, checks, metadata,
    metadata_source, flags, versions`;

const INPUT = `json_to_recordset($1::json) as x (
    run_id uuid, scenario_no int, attempt_no int, turn_no int, try int, revision int, scores json, details json,
    overall float8, passed boolean, checks json, metadata json, metadata_source text, flags json, versions json)`;

/**
 * A turn that has grades keeps them: two processes may grade the same turn, and models may have graded it since. The
 * commit does not wait for the disk, because these grades can be computed again.
 */
const STORE = `
insert into turn_grade (run_id, ${COLUMNS})
select r.id, ${COLUMNS.replaceAll('revision', 'x.revision')} from (select set_config('synchronous_commit', 'off', true)) s cross join ${INPUT}
  cross join lateral (select id from run where id = x.run_id offset 0) r
on conflict do nothing`;

/** Stores the first grades of turns, of one or more runs. Those of a deleted run are left out. */
export async function storeFirstGrades(
  tx: SqlExecutor,
  grades: readonly NewGrades[],
): Promise<void> {
  await queryRows(tx, STORE, [toJsonParameter(grades.map(toInput))]);
}

export interface GradingProgress {
  readonly done: number;
  readonly total: number;
}

const SAVE = `
with progress as materialized (
  select run_id from run_progress where run_id = $2 for no key update
), held as (
  update run r set finishing_at = now() from progress p
  where r.id = p.run_id and r.grading_epoch = $3 and r.state = 'finishing'
  returning r.id
), graded as (
  insert into turn_grade (run_id, ${COLUMNS})
  select h.id, ${COLUMNS} from held h, ${INPUT}
  on conflict (run_id, scenario_no, attempt_no, turn_no, try) do update set revision = excluded.revision,
    scores = excluded.scores, details = excluded.details, overall = excluded.overall, passed = excluded.passed,
    checks = excluded.checks, metadata = excluded.metadata, metadata_source = excluded.metadata_source,
    flags = excluded.flags, versions = excluded.versions
), moved as (
  update run_progress p set seq = p.seq + 1 from held h where p.run_id = h.id and $4::json is not null
  returning p.run_id, p.seq
), event as (
  insert into run_event (run_id, seq, kind, data) select run_id, seq, 'grading', $4 from moved
)
select id from held`;

/** Replaces the grades of turns, and stores an event if `progress` is given. Returns false if the claim is no longer valid. */
export async function saveGrades(
  tx: SqlExecutor,
  { runId, epoch }: GradingClaim,
  {
    grades,
    progress,
  }: { readonly grades: readonly NewGrades[]; readonly progress: GradingProgress | undefined },
): Promise<boolean> {
  const input = toJsonParameter(grades.map(toInput));
  const values = [input, runId, epoch, progress && toJsonParameter(progress)];
  return (await queryRows(tx, SAVE, values)).length > 0;
}

/** What is empty for most turns is null, which takes less space. */
function toInput(turn: NewGrades): object {
  const { scoreDetails, checks, generatedMetadata, flags, versions } = turn;
  return {
    run_id: turn.runId,
    scenario_no: turn.scenarioNo,
    attempt_no: turn.attemptNo,
    turn_no: turn.turnNo,
    try: turn.try,
    revision: turn.revision,
    scores: turn.scores,
    details: Object.keys(scoreDetails).length === 0 ? undefined : scoreDetails,
    overall: turn.scores['overall'],
    passed: turn.passed,
    checks: checks.length === 0 ? undefined : checks,
    metadata: Object.keys(generatedMetadata).length === 0 ? undefined : generatedMetadata,
    metadata_source: turn.metadataSource,
    flags: flags.length === 0 ? undefined : flags,
    versions,
  };
}
