import { ms, readCalls, readerOf, type Call, type Kill } from '../read-records.ts';

/** The size of a run whose replies and conversations are judged. */
export interface GradedBatch {
  readonly scenarios: number;
  readonly attempts: number;
  readonly turns: number;
}

/** A stored answer of the judge. `question` has the form `scenario/attempt/turn/kind/sample`. */
export interface StoredAnswer {
  readonly question: string;
  readonly committed: number;
}

interface LookRow {
  readonly no: number;
  readonly attempts: number;
  readonly decisions: readonly ({ readonly look: number } | null)[];
  readonly isLast: boolean;
}

/** The grades and looks of a run, and the calls that the judge received. */
export interface GradingRecords {
  readonly runId: string;
  readonly batch: GradedBatch;
  readonly kills: readonly Kill[];
  /** Maximum number of questions that one process asks at once. */
  readonly judgeConcurrency: number;
  readonly state: string;
  readonly calls: readonly Call[];
  readonly answers: readonly StoredAnswer[];
  /** Played attempts: `scenario/attempt`. */
  readonly attempts: readonly string[];
  /** Attempts with all turns: `scenario/attempt`. */
  readonly complete: readonly string[];
  /** Attempts with a result of their conversation: `scenario/attempt`. */
  readonly conversations: readonly string[];
  readonly looks: readonly LookRow[];
  /** Committed writes of looks, by the trigger: `look operation`. */
  readonly lookWrites: readonly string[];
  /** Numbers of the looks in events, from 1. */
  readonly lookEvents: readonly number[];
}

type Sources = Pick<GradingRecords, 'runId' | 'batch' | 'kills' | 'judgeConcurrency'> & {
  readonly database: string;
  readonly simulator: string;
};

const ATTEMPT = `concat_ws('/', scenario_no, attempt_no)`;

const ANSWERS = `
select concat_ws('/', scenario_no, attempt_no, coalesce(turn_no::text, 'conversation'), kind, sample_no) as question,
  ${ms('pg_xact_commit_timestamp(xmin)')} as committed
from judgement where run_id = $1`;

const LOOKS = `
select look_no as no, attempts, decisions, is_last as "isLast" from run_look where run_id = $1 order by look_no`;

export async function readGrading(sources: Sources): Promise<GradingRecords> {
  const { database, simulator, runId, batch, kills, judgeConcurrency } = sources;
  const rows = readerOf(database, runId);
  const values = async <T>(text: string): Promise<readonly T[]> =>
    (await rows<{ value: T }>(text)).map(({ value }) => value);
  const [state = 'gone'] = await values<string>('select state as value from run where id = $1');
  return {
    runId,
    batch,
    kills,
    judgeConcurrency,
    state,
    calls: await readCalls(simulator, runId),
    answers: await rows<StoredAnswer>(ANSWERS),
    attempts: await values(
      `select ${ATTEMPT} as value from attempt where run_id = $1 and state = 'done'`,
    ),
    complete: await values(
      `select ${ATTEMPT} as value from turn where run_id = $1
       group by scenario_no, attempt_no having count(*) = ${batch.turns}`,
    ),
    conversations: await values(
      `select ${ATTEMPT} as value from conversation_grade where run_id = $1`,
    ),
    looks: await rows<LookRow>(LOOKS),
    lookWrites: await values(
      `select concat_ws(' ', look_no, operation) as value from audit where run_id = $1 and written = 'look' order by look_no`,
    ),
    lookEvents: await values(
      `select (data->>'look')::int as value from run_event where run_id = $1 and kind = 'run-look' order by seq`,
    ),
  };
}
