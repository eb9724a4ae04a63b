import type { RunId } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';
import type { AttemptKey, GradedConversation } from '../../entities/turn.ts';
import type { GradingClaim } from './begin-grading.ts';

const SAVE = `
with held as materialized (
  select id, revision from run where id = $1 and grading_epoch = $2 and state = 'finishing' for share
), saved as (
  insert into conversation_grade (run_id, scenario_no, attempt_no, revision, scores, checks, passed, user_result, excluded_reason)
  select h.id, x."scenarioNo", x."attemptNo", h.revision, x.scores, x.checks, x.passed, x."user", x."excludedReason"
  from held h, json_to_recordset($3::json) as x (
    "scenarioNo" int, "attemptNo" int, scores json, checks json, passed boolean, "user" json, "excludedReason" text)
  on conflict (run_id, scenario_no, attempt_no) do update
  set revision = excluded.revision, scores = excluded.scores, checks = excluded.checks, passed = excluded.passed,
    user_result = excluded.user_result, excluded_reason = excluded.excluded_reason
)
select id from held`;

/** Stores the grades of conversations. Returns false if the claim is no longer valid. */
export async function saveConversationGrades(
  tx: SqlExecutor,
  { runId, epoch }: GradingClaim,
  rows: readonly GradedConversation[],
): Promise<boolean> {
  return (await queryRows(tx, SAVE, [runId, epoch, toJsonParameter(rows)])).length > 0;
}

const COLUMNS = `scenario_no as "scenarioNo", attempt_no as "attemptNo", scores, checks, passed,
  user_result as "user", excluded_reason as "excludedReason"`;
const PAGE_ROWS = 500;

/** Grades of an earlier revision do not count: the scenario may have other checks now, or none. */
const PAGE = `
select ${COLUMNS} from conversation_grade
where run_id = $1 and (scenario_no, attempt_no) > ($2, $3) and revision = (select revision from run where id = $1)
order by scenario_no, attempt_no limit ${PAGE_ROWS}`;

/** Yields the graded conversations of a run in order. */
export async function* listGradedConversations(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<GradedConversation> {
  let after: readonly number[] = [-1, -1];
  for (;;) {
    const page = await queryRows<GradedConversation>(tx, PAGE, [id, ...after]);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    after = [last.scenarioNo, last.attemptNo];
  }
}

export async function findGradedConversation(
  tx: SqlExecutor,
  { runId, scenarioNo, attemptNo }: AttemptKey,
): Promise<GradedConversation | undefined> {
  const [row] = await queryRows<GradedConversation>(
    tx,
    `select ${COLUMNS} from conversation_grade where run_id = $1 and scenario_no = $2 and attempt_no = $3
       and revision = (select revision from run where id = $1)`,
    [runId, scenarioNo, attemptNo],
  );
  return row;
}

/** The first conversations that did not pass, in order. */
export function listFailedConversations(
  tx: SqlExecutor,
  id: RunId,
  limit: number,
): Promise<readonly GradedConversation[]> {
  return queryRows<GradedConversation>(
    tx,
    `select ${COLUMNS} from conversation_grade
     where run_id = $1 and not passed and revision = (select revision from run where id = $1)
     order by scenario_no, attempt_no limit $2`,
    [id, limit],
  );
}
