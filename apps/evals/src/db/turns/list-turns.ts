import type {
  EndpointError,
  MetadataSource,
  RunId,
  SessionId,
  ToolCall,
  Usage,
} from '@fairtrial/contracts';
import type { AttemptKey, StoredTurn, TurnKey } from '../../entities/turn.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** A turn as the driver returns it: null instead of undefined. */
interface TurnRecord extends Omit<StoredTurn, Sparse> {
  readonly error: EndpointError | null;
  readonly metadataSource: MetadataSource | null;
  readonly usage: Usage | null;
  readonly checks: StoredTurn['checks'] | null;
  readonly passed: boolean | null;
  readonly toolCalls: readonly ToolCall[] | null;
  readonly session: SessionId | null;
  readonly userMessage: string | null;
}

type Sparse =
  | 'error'
  | 'metadataSource'
  | 'usage'
  | 'checks'
  | 'passed'
  | 'toolCalls'
  | 'session'
  | 'userMessage';

const COLUMNS = `run_id as "runId", scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", try,
  reply, outcome, error, generated_metadata as "generatedMetadata", metadata_source as "metadataSource", scores,
  score_details as "scoreDetails", latency_ms as "latencyMs", usage, flags, protocol,
  checks, passed, tool_calls as "toolCalls", session, user_message as "userMessage", revision`;

/**
 * A page is limited by rows and by text size, because replies can be long. Small pages are freed before the garbage
 * collector promotes them: with 500 rows an export of 100,000 turns took 170 MB, with 50 it takes 20 MB.
 */
const MAX_PAGE_ROWS = 50;
const PAGE_BYTES = 512 * 1024;

const PAGE = `
select ${COLUMNS} from (
  select *, sum(octet_length(reply)) over (order by scenario_no, attempt_no, turn_no) - octet_length(reply) as before
  from (
    select * from turn
    where run_id = $1 and (scenario_no, attempt_no, turn_no) > ($2, $3, $4)
    order by scenario_no, attempt_no, turn_no limit ${MAX_PAGE_ROWS}
  ) page
) sized
where before < ${PAGE_BYTES}
order by scenario_no, attempt_no, turn_no`;

/** Yields the turns of a run in order, page by page: no more than one page is in memory. */
export async function* listTurns(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<readonly StoredTurn[]> {
  let after: readonly number[] = [-1, -1, -1];
  for (;;) {
    const rows = await queryRows<TurnRecord>(tx, PAGE, [id, ...after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toTurn);
    after = [last.scenarioNo, last.attemptNo, last.turnNo];
  }
}

/** Returns the turns of these attempts that are already stored. */
export async function listPlayedTurns(
  tx: SqlExecutor,
  keys: readonly AttemptKey[],
): Promise<readonly StoredTurn[]> {
  const rows = await queryRows<TurnRecord>(
    tx,
    `select ${COLUMNS} from turn
     join json_to_recordset($1::json) as x ("runId" uuid, "scenarioNo" int, "attemptNo" int)
       on (run_id, scenario_no, attempt_no) = ("runId", "scenarioNo", "attemptNo")
     where run_id = any($2)
     order by run_id, scenario_no, attempt_no, turn_no`,
    [toJsonParameter(keys), [...new Set(keys.map(({ runId }) => runId))]],
  );
  return rows.map(toTurn);
}

export async function findTurn(tx: SqlExecutor, key: TurnKey): Promise<StoredTurn | undefined> {
  const [row] = await queryRows<TurnRecord>(
    tx,
    `select ${COLUMNS} from turn
     where run_id = $1 and scenario_no = $2 and attempt_no = $3 and turn_no = $4`,
    [key.runId, key.scenarioNo, key.attemptNo, key.turnNo],
  );
  return row && toTurn(row);
}

function toTurn({
  error,
  metadataSource,
  usage,
  checks,
  passed,
  toolCalls,
  session,
  userMessage,
  ...row
}: TurnRecord): StoredTurn {
  return {
    ...row,
    error: error ?? undefined,
    metadataSource: metadataSource ?? undefined,
    usage: usage ?? undefined,
    checks: checks ?? [],
    passed: passed ?? undefined,
    toolCalls: toolCalls ?? undefined,
    session: session ?? undefined,
    userMessage: userMessage ?? undefined,
  };
}
