import type {
  EndpointError,
  Metadata,
  MetadataSource,
  RunId,
  SessionId,
  ToolCall,
  Usage,
} from '@fairtrial/contracts';
import type { AttemptKey, GradedTurn, Turn, TurnKey, TurnOrdinals } from '../../entities/turn.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** A turn as the driver returns it: null instead of undefined. */
interface TurnRecord extends Omit<Turn, SparseFact> {
  readonly error: EndpointError | null;
  readonly sentMetadata: Metadata | null;
  readonly answeredBy: string | null;
  readonly usage: Usage | null;
  readonly toolCalls: readonly ToolCall[] | null;
  readonly session: SessionId | null;
  readonly userMessage: string | null;
}

type SparseFact =
  | 'error'
  | 'sentMetadata'
  | 'answeredBy'
  | 'usage'
  | 'toolCalls'
  | 'session'
  | 'userMessage';

interface GradedRecord extends TurnRecord {
  /** Null, like all of these, if the turn is not graded yet. */
  readonly revision: number | null;
  readonly scores: GradedTurn['scores'] | null;
  readonly details: GradedTurn['scoreDetails'] | null;
  readonly passed: boolean | null;
  readonly checks: GradedTurn['checks'] | null;
  readonly metadata: Metadata | null;
  readonly metadataSource: MetadataSource | null;
  readonly gradeFlags: readonly string[] | null;
}

const TURN_COLUMNS = `run_id as "runId", scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", try,
  reply, outcome, error, sent_metadata as "sentMetadata", answered_by as "answeredBy", latency_ms as "latencyMs", usage,
  flags, protocol, tool_calls as "toolCalls", session, user_message as "userMessage"`;

const GRADED_COLUMNS = `${TURN_COLUMNS}, revision, scores, details, passed, checks, metadata,
  metadata_source as "metadataSource", grade_flags as "gradeFlags"`;

/**
 * A page is limited by rows and by text size, because replies can be long. Small pages are freed before the garbage
 * collector promotes them: with 500 rows an export of 100,000 turns took 170 MB, with 50 it takes 20 MB.
 */
const MAX_PAGE_ROWS = 50;
const PAGE_BYTES = 512 * 1024;

/** All turns with their grades; null, or no scores, for those that are not graded yet. */
export const GRADED_TURNS = `(
  select t.*, coalesce(g.scores, '{}') as scores, g.overall, g.passed, g.checks, g.metadata, g.flags as grade_flags,
    coalesce(g.revision, 0) as revision
  from turn t left join turn_grade g using (run_id, scenario_no, attempt_no, turn_no, try))`;

/**
 * Joins the grades of each turn `t` of a page of run $1, found by their key. With `GRADED_TURNS`, PostgreSQL would read the
 * grades of all turns before the page.
 */
export const JOIN_GRADES = `
  left join lateral (
    select revision, scores, details, overall, passed, checks, metadata, metadata_source, flags as grade_flags
    from turn_grade g
    where g.run_id = $1 and (g.scenario_no, g.attempt_no, g.turn_no, g.try) = (t.scenario_no, t.attempt_no, t.turn_no, t.try)
    offset 0
  ) g on true`;

/** Rows of one page, in order, as far as their replies fit into the size; at least one. */
function sizedPage(rows: string): string {
  return `(
  select *, sum(octet_length(reply)) over (order by scenario_no, attempt_no, turn_no) - octet_length(reply) as before
  from (${rows} order by scenario_no, attempt_no, turn_no limit ${MAX_PAGE_ROWS}) page)`;
}

const AFTER = 'run_id = $1 and (scenario_no, attempt_no, turn_no) > ($2, $3, $4)';
const WITHIN_SIZE = `where before < ${PAGE_BYTES} order by scenario_no, attempt_no, turn_no`;

const PAGE = `
select ${GRADED_COLUMNS} from ${sizedPage(`select * from turn where ${AFTER}`)} t ${JOIN_GRADES}
${WITHIN_SIZE}`;

const UNGRADED_PAGE = `
select ${TURN_COLUMNS} from ${sizedPage(`
    select * from turn t where ${AFTER} and not exists (
      select from turn_grade g where g.run_id = $1
        and (g.scenario_no, g.attempt_no, g.turn_no, g.try) = (t.scenario_no, t.attempt_no, t.turn_no, t.try))`)} t
${WITHIN_SIZE}`;

async function* pagesOf<Row extends TurnOrdinals>(
  tx: SqlExecutor,
  id: RunId,
  statement: string,
): AsyncGenerator<readonly Row[]> {
  let after: readonly number[] = [-1, -1, -1];
  for (;;) {
    const rows = await queryRows<Row>(tx, statement, [id, ...after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = [last.scenarioNo, last.attemptNo, last.turnNo];
  }
}

/** Yields the turns of a run with their grades, in order, page by page: no more than one page is in memory. */
export async function* listTurns(
  tx: SqlExecutor,
  id: RunId,
): AsyncGenerator<readonly GradedTurn[]> {
  for await (const rows of pagesOf<GradedRecord>(tx, id, PAGE)) yield rows.map(toGradedTurn);
}

/** Yields the turns of a run that have no grades, in order. */
export async function* listUngraded(tx: SqlExecutor, id: RunId): AsyncGenerator<readonly Turn[]> {
  for await (const rows of pagesOf<TurnRecord>(tx, id, UNGRADED_PAGE)) yield rows.map(toTurn);
}

/** Returns the turns of these attempts that are already stored. */
export async function listPlayedTurns(
  tx: SqlExecutor,
  keys: readonly AttemptKey[],
): Promise<readonly Turn[]> {
  const rows = await queryRows<TurnRecord>(
    tx,
    `select ${TURN_COLUMNS} from turn
     join json_to_recordset($1::json) as x ("runId" uuid, "scenarioNo" int, "attemptNo" int)
       on (run_id, scenario_no, attempt_no) = ("runId", "scenarioNo", "attemptNo")
     where run_id = any($2)
     order by run_id, scenario_no, attempt_no, turn_no`,
    [toJsonParameter(keys), [...new Set(keys.map(({ runId }) => runId))]],
  );
  return rows.map(toTurn);
}

export async function findTurn(tx: SqlExecutor, key: TurnKey): Promise<GradedTurn | undefined> {
  const [row] = await queryRows<GradedRecord>(
    tx,
    `select ${GRADED_COLUMNS} from turn t ${JOIN_GRADES}
     where run_id = $1 and scenario_no = $2 and attempt_no = $3 and turn_no = $4`,
    [key.runId, key.scenarioNo, key.attemptNo, key.turnNo],
  );
  return row && toGradedTurn(row);
}

function toTurn(row: TurnRecord): Turn {
  return {
    ...row,
    error: row.error ?? undefined,
    sentMetadata: row.sentMetadata ?? undefined,
    answeredBy: row.answeredBy ?? undefined,
    usage: row.usage ?? undefined,
    toolCalls: row.toolCalls ?? undefined,
    session: row.session ?? undefined,
    userMessage: row.userMessage ?? undefined,
  };
}

function toGradedTurn({
  revision,
  scores,
  details,
  passed,
  checks,
  metadata,
  metadataSource,
  gradeFlags,
  ...row
}: GradedRecord): GradedTurn {
  const turn = toTurn(row);
  return {
    ...turn,
    revision: revision ?? 0,
    scores: scores ?? {},
    scoreDetails: { ...describeModel(turn), ...details },
    passed: passed ?? undefined,
    checks: checks ?? [],
    generatedMetadata: metadata ?? {},
    metadataSource: metadataSource ?? undefined,
    flags: [...turn.flags, ...(gradeFlags ?? [])],
  };
}

/** The part of `score_details` that play knows: the model that answered, if it is not the requested one. */
function describeModel({ answeredBy }: Turn): object {
  return answeredBy === undefined ? {} : { other_model: { answered_by: answeredBy } };
}
