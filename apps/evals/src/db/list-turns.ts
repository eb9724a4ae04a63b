import type {
  EndpointError,
  Metadata,
  MetadataSource,
  Outcome,
  Protocol,
  RunId,
  Scores,
  Usage,
} from '@assay/contracts';
import type { AttemptKey, Turn, TurnKey } from './turn.ts';
import { select, type Tx } from './tx.ts';

interface Row {
  readonly run_id: RunId;
  readonly scenario_no: number;
  readonly attempt_no: number;
  readonly turn_no: number;
  readonly try: number;
  readonly reply: string;
  readonly outcome: Outcome;
  readonly error: EndpointError | null;
  readonly generated_metadata: Metadata;
  readonly metadata_source: MetadataSource | null;
  readonly scores: Scores;
  readonly score_details: Readonly<Record<string, unknown>>;
  readonly latency_ms: number;
  readonly usage: Usage | null;
  readonly flags: readonly string[];
  readonly protocol: Protocol;
}

const COLUMNS = `run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, error, generated_metadata,
  metadata_source, scores, score_details, latency_ms, usage, flags, protocol`;

/**
 * A page ends where it has enough rows, or enough text: replies may be long. Small pages are gone before the
 * collector takes them for old: with 500 rows an export of 100,000 turns took 170 MB, with 50 it takes 20.
 */
const PAGE_ROWS = 50;
const PAGE_BYTES = 512 * 1024;

const PAGE = `
select ${COLUMNS} from (
  select *, sum(octet_length(reply)) over (order by scenario_no, attempt_no, turn_no) - octet_length(reply) as before
  from (
    select * from turn
    where run_id = $1 and (scenario_no, attempt_no, turn_no) > ($2, $3, $4)
    order by scenario_no, attempt_no, turn_no limit ${PAGE_ROWS}
  ) page
) sized
where before < ${PAGE_BYTES}
order by scenario_no, attempt_no, turn_no`;

/** The turns of a run in order, page by page: no more than a page is ever in memory. */
export async function* listTurns(tx: Tx, id: RunId): AsyncGenerator<readonly Turn[]> {
  let after: readonly number[] = [-1, -1, -1];
  for (;;) {
    const rows = await select<Row>(tx, PAGE, [id, ...after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toTurn);
    after = [last.scenario_no, last.attempt_no, last.turn_no];
  }
}

/** What was played of these attempts before. */
export async function listPlayed(tx: Tx, keys: readonly AttemptKey[]): Promise<readonly Turn[]> {
  const rows = await select<Row>(
    tx,
    `select ${COLUMNS} from turn
     join json_to_recordset($1::json) as x ("runId" uuid, "scenarioNo" int, "attemptNo" int)
       on (run_id, scenario_no, attempt_no) = ("runId", "scenarioNo", "attemptNo")
     order by run_id, scenario_no, attempt_no, turn_no`,
    [JSON.stringify(keys)],
  );
  return rows.map(toTurn);
}

export async function findTurn(tx: Tx, key: TurnKey): Promise<Turn | undefined> {
  const [row] = await select<Row>(
    tx,
    `select ${COLUMNS} from turn
     where run_id = $1 and scenario_no = $2 and attempt_no = $3 and turn_no = $4`,
    [key.runId, key.scenarioNo, key.attemptNo, key.turnNo],
  );
  return row && toTurn(row);
}

function toTurn(row: Row): Turn {
  return {
    runId: row.run_id,
    scenarioNo: row.scenario_no,
    attemptNo: row.attempt_no,
    turnNo: row.turn_no,
    try: row.try,
    reply: row.reply,
    outcome: row.outcome,
    error: row.error ?? undefined,
    generatedMetadata: row.generated_metadata,
    metadataSource: row.metadata_source ?? undefined,
    scores: row.scores,
    scoreDetails: row.score_details,
    latencyMs: row.latency_ms,
    usage: row.usage ?? undefined,
    flags: row.flags,
    protocol: row.protocol,
  };
}
