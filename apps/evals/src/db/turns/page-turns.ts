import type {
  JsonPointer,
  RunId,
  Metadata,
  Outcome,
  Scores,
  Usage,
  MetadataSource,
  Protocol,
} from '@fairtrial/contracts';
import type { TurnCheck, TurnOrdinals } from '../../entities/turn.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { JOIN_GRADES } from './list-turns.ts';
import { listGradedConversations } from '../grading/conversation-grades.ts';
import { withConversations, type ConversationRow } from './with-conversations.ts';

/**
 * A turn can have a score for each of 100 labels. Larger pages would block other requests for too long: 1,000 such
 * turns take about 200 ms. Smaller ones would make a comparison of 100,000 turns 10 % slower.
 */
const PAGE_ROWS = 1000;

/** The statement of a page of a run's turns, in order, with some of their columns and of those of their grades. */
export function turnsPage(columns: string): string {
  return `
    select scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", ${columns}
    from (
      select * from turn
      where run_id = $1 and (scenario_no, attempt_no, turn_no) > ($2, $3, $4)
      order by scenario_no, attempt_no, turn_no limit ${PAGE_ROWS}
    ) t ${JOIN_GRADES}
    order by scenario_no, attempt_no, turn_no`;
}

/** Yields a run's turns, in order, page by page. */
export async function* pageTurns<Row extends TurnOrdinals>(
  tx: SqlExecutor,
  id: RunId,
  statement: string,
): AsyncGenerator<readonly Row[]> {
  let after: readonly number[] = [-1, -1, -1];
  for (;;) {
    const page = await queryRows<Row>(tx, statement, [id, ...after]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE_ROWS) return;
    after = [last.scenarioNo, last.attemptNo, last.turnNo];
  }
}

/** Positions of the checks whose result is not known, for any reason. Null if there are none. */
export const OPEN_CHECKS = `(
    select json_agg(position - 1) from json_array_elements(checks) with ordinality as listed (result, position)
    where result->>'passed' is null and result->>'verdict' is distinct from 'not_applicable') as "openChecks"`;

/** The columns that show whether the answer of the endpoint could be read. */
interface MisreadColumns {
  /** True if the endpoint answered but no reply or no session id could be read. */
  readonly isMisread: boolean;
  /** True if the reply could be read, but not the session id. */
  readonly lacksSession: boolean;
  /** True if the turn failed without a request. */
  readonly isUnsent: boolean;
  /** The most likely position of the reply. */
  readonly proposedReply: JsonPointer | null;
  /** The most likely position of the session id. */
  readonly proposedSession: JsonPointer | null;
}

/** The columns a comparison needs: no text except the labels. */
export interface ComparedTurn extends TurnOrdinals, MisreadColumns {
  readonly outcome: Outcome;
  readonly scores: Scores;
  readonly passed: boolean | null;
  readonly openChecks: readonly number[] | null;
  readonly usage: Usage | null;
  readonly latencyMs: number;
  /** Equal for equal replies. */
  readonly replyHash: string;
  /** Null if it is too long to be labels. */
  readonly generatedMetadata: Metadata | null;
}

/** Compared as text: a quote inside a JSON string has a backslash before it. */
const MISREAD_COLUMNS = `
  coalesce(error::text ~ '"proposed_(reply|session)"', false) as "isMisread",
  coalesce(error::text like '%"proposed_session"%' and error::text not like '%"proposed_reply"%', false)
    as "lacksSession",
  coalesce(error->>'kind' = 'circuit_open', false) as "isUnsent",
  error->>'proposed_reply' as "proposedReply",
  error->>'proposed_session' as "proposedSession"`;

const MAX_LABELS_LENGTH = 32 * 1024;

const LABELS = `case when octet_length(metadata::text) <= ${MAX_LABELS_LENGTH} then metadata
    when metadata is null then '{}' end as "generatedMetadata"`;

/** A turn that is not graded yet has no scores. */
export const SCORES = `coalesce(scores, '{}') as scores`;

const COMPARED_COLUMNS = `outcome, ${SCORES}, passed, ${OPEN_CHECKS}, usage, latency_ms as "latencyMs", md5(reply) as "replyHash",
  ${MISREAD_COLUMNS},
  ${LABELS}`;

export function listComparedTurns(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<readonly (ComparedTurn | ConversationRow)[]> {
  return withConversations(
    pageTurns<ComparedTurn>(tx, id, turnsPage(COMPARED_COLUMNS)),
    listGradedConversations(tx, id),
  );
}

/** The columns that show which labels were given. */
export type LabelledTurn = TurnOrdinals & Pick<ComparedTurn, 'scores' | 'generatedMetadata'>;

export function listLabelledTurns(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<readonly LabelledTurn[]> {
  return pageTurns(tx, id, turnsPage(`${SCORES}, ${LABELS}`));
}

/** The columns a summary needs. */
export interface TurnOutcome extends TurnOrdinals, MisreadColumns {
  readonly outcome: Outcome;
  readonly scores: Scores;
  readonly passed: boolean | null;
  readonly openChecks: readonly number[] | null;
  readonly usage: Usage | null;
  readonly metadataSource: MetadataSource | null;
  readonly protocol: Protocol;
  readonly checks: readonly TurnCheck[];
  /** The model that answered, if it is not the requested one. */
  readonly otherModel: string | null;
}

export function listOutcomes(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<readonly (TurnOutcome | ConversationRow)[]> {
  const columns =
    `outcome, ${SCORES}, passed, ${OPEN_CHECKS}, usage, metadata_source as "metadataSource", protocol, ` +
    `coalesce(checks, '[]') as checks, ${MISREAD_COLUMNS}, answered_by as "otherModel"`;
  return withConversations(
    pageTurns<TurnOutcome>(tx, id, turnsPage(columns)),
    listGradedConversations(tx, id),
  );
}
