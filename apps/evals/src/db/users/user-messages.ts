import type { RunId, Usage } from '@fairtrial/contracts';
import type { AttemptClaim } from '../attempts/claim-attempts.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** Why the model of a simulated user gave no message. */
export interface UserFailure {
  readonly kind: string;
  readonly message: string;
}

/** A message of a simulated user, or the failure to get one. It never changes. */
export interface UserMessage {
  readonly turnNo: number;
  /** Empty if there is none. */
  readonly message: string;
  /** True if the user ends the conversation with it. */
  readonly isLast: boolean;
  /** The reason that the user gave; why there is no message if `error` is set. */
  readonly reason: string;
  readonly usage: Usage | null;
  readonly error: UserFailure | null;
  readonly latencyMs: number;
}

/** The lock keeps another worker from claiming the attempt between the check of the claim and the write. */
const RECORD = `
with held as materialized (
  select scenario_no, attempt_no from attempt
  where run_id = $1 and (scenario_no, attempt_no, lane, epoch, try) = ($2, $3, $4, $5, $6) and state = 'running'
  for share
), written as (
  insert into user_message (run_id, scenario_no, attempt_no, turn_no, try, message, is_last, reason, usage, error, latency_ms)
  select $1, scenario_no, attempt_no, $7, $6, $8, $9, $10, $11, $12, $13 from held
  on conflict do nothing
)
select scenario_no from held`;

/**
 * Records a message before it is sent. Returns false if the claim was superseded. Repeated if the answer of the
 * database was lost: the first record stays.
 */
export async function recordUserMessage(
  tx: SqlExecutor,
  claim: AttemptClaim,
  said: UserMessage,
): Promise<boolean> {
  const rows = await queryRows(tx, RECORD, [
    claim.runId,
    claim.scenarioNo,
    claim.attemptNo,
    claim.lane,
    claim.epoch,
    claim.try,
    said.turnNo,
    said.message,
    said.isLast,
    said.reason,
    said.usage && toJsonParameter(said.usage),
    said.error && toJsonParameter(said.error),
    said.latencyMs,
  ]);
  return rows.length > 0;
}

const COLUMNS = `turn_no as "turnNo", message, is_last as "isLast", reason, usage, error, latency_ms as "latencyMs"`;

interface AttemptTry {
  readonly runId: RunId;
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly try: number;
}

/** Returns the recorded messages of one try of an attempt, in order. */
export function listUserMessages(
  tx: SqlExecutor,
  { runId, scenarioNo, attemptNo, try: tries }: AttemptTry,
): Promise<readonly UserMessage[]> {
  return queryRows<UserMessage>(
    tx,
    `select ${COLUMNS} from user_message
     where run_id = $1 and scenario_no = $2 and attempt_no = $3 and try = $4 order by turn_no`,
    [runId, scenarioNo, attemptNo, tries],
  );
}

/** Messages that were asked of the model of a run's simulated users, and their tokens. */
export interface UserMessageCounts {
  readonly calls: number;
  /** Number of messages without reported tokens. */
  readonly unreported: number;
  readonly usage: Usage;
}

/** Counts the messages of all tries. A message that was not asked for, because the model had failed, does not count. */
export async function countUserMessages(tx: SqlExecutor, id: RunId): Promise<UserMessageCounts> {
  const [row] = await queryRows<UserMessageCounts>(
    tx,
    `select count(*)::int as calls,
       count(*) filter (where error is null
         and coalesce((usage->>'input_tokens')::bigint + (usage->>'output_tokens')::bigint, 0) = 0)::int as unreported,
       json_strip_nulls(json_build_object(
         'input_tokens', coalesce(sum((usage->>'input_tokens')::bigint), 0),
         'output_tokens', coalesce(sum((usage->>'output_tokens')::bigint), 0),
         'total_tokens', coalesce(sum((usage->>'total_tokens')::bigint), 0),
         'cache_read_tokens', sum((usage->>'cache_read_tokens')::bigint),
         'cache_write_tokens', sum((usage->>'cache_write_tokens')::bigint))) as usage
     from user_message where run_id = $1 and error->>'kind' is distinct from 'circuit_open'`,
    [id],
  );
  if (row === undefined) throw new Error('an aggregate without a row');
  return row;
}
