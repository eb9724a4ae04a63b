import type { Outcome, RunId, Scores, ToolCall } from '@fairtrial/contracts';
import { GRADED_TURNS } from '../turns/list-turns.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';
import { listGradedConversations } from '../grading/conversation-grades.ts';
import { OPEN_CHECKS, SCORES, pageTurns, turnsPage } from '../turns/page-turns.ts';
import type { AttemptOrdinals, TurnCheck, TurnOrdinals } from '../../entities/turn.ts';
import { withConversations, type ConversationRow } from '../turns/with-conversations.ts';

/** The columns that show whether an attempt is complete and passed. */
export interface ResultTurn extends TurnOrdinals {
  readonly try: number;
  readonly outcome: Outcome;
  readonly passed: boolean | null;
  readonly openChecks: readonly number[] | null;
  readonly scores: Scores;
}

/** Lists the turns of a run in order, each conversation with checks after its turns. */
export function listResultTurns(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<readonly (ResultTurn | ConversationRow)[]> {
  const turns = pageTurns<ResultTurn>(
    tx,
    id,
    turnsPage(`try, outcome, passed, ${OPEN_CHECKS}, ${SCORES}`),
  );
  return withConversations(turns, listGradedConversations(tx, id));
}

export interface CheckedTurn extends ResultTurn {
  readonly checks: readonly TurnCheck[];
}

/** Lists the turns of these attempts with the results of their checks, in order, and then their conversations. */
export async function listCheckedTurns(
  tx: SqlExecutor,
  runId: RunId,
  attempts: readonly AttemptOrdinals[],
): Promise<readonly (CheckedTurn | ConversationRow)[]> {
  const values = [runId, toJsonParameter(attempts)];
  const turns = await queryRows<CheckedTurn>(tx, CHECKED_TURNS, values);
  return [...turns, ...(await queryRows<ConversationRow>(tx, CHECKED_CONVERSATIONS, values))];
}

const CHECKED_TURNS = `
select scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", try, outcome, passed, scores,
  ${OPEN_CHECKS}, coalesce(checks, '[]') as checks
from ${GRADED_TURNS} t join json_to_recordset($2::json) as x ("scenarioNo" int, "attemptNo" int)
  on (scenario_no, attempt_no) = ("scenarioNo", "attemptNo")
where run_id = $1 order by scenario_no, attempt_no, turn_no`;

const CHECKED_CONVERSATIONS = `
select scenario_no as "scenarioNo", attempt_no as "attemptNo", null as "turnNo", scores, checks, passed,
  user_result as "user", excluded_reason as "excludedReason", ${OPEN_CHECKS}
from conversation_grade join json_to_recordset($2::json) as x ("scenarioNo" int, "attemptNo" int)
  on (scenario_no, attempt_no) = ("scenarioNo", "attemptNo")
where run_id = $1 and revision = (select revision from run where id = $1) order by scenario_no, attempt_no`;

export interface ShownTurn {
  readonly turnNo: number;
  /** Of a simulated user. */
  readonly userMessage: string | null;
  readonly reply: string;
  readonly toolCalls: readonly ToolCall[] | null;
}

/** Limits the size of one conversation, because replies can be long. The first turn is always included. */
const MAX_CONVERSATION_BYTES = 1024 * 1024;

/** Lists the replies of one attempt, from the first one on, as far as they fit into the size limit. */
export function listShownTurns(
  tx: SqlExecutor,
  runId: RunId,
  { scenarioNo, attemptNo }: AttemptOrdinals,
): Promise<readonly ShownTurn[]> {
  return queryRows<ShownTurn>(
    tx,
    `select turn_no as "turnNo", user_message as "userMessage", reply, tool_calls as "toolCalls" from (
       select *, sum(octet_length(reply) + coalesce(octet_length(tool_calls::text), 0)) over (order by turn_no)
         - octet_length(reply) - coalesce(octet_length(tool_calls::text), 0) as before
       from turn where run_id = $1 and scenario_no = $2 and attempt_no = $3
     ) sized
     where before < ${MAX_CONVERSATION_BYTES} order by turn_no`,
    [runId, scenarioNo, attemptNo],
  );
}
