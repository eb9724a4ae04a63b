import type { Batch } from './post-run.ts';
import { query } from './audit-triggers.ts';

/** A killed process, by the application_name of its connections. Times are milliseconds since 1970. */
export interface Kill {
  readonly worker: string;
  readonly at: number;
}

export interface TurnRow {
  readonly scenario: number;
  readonly attempt: number;
  readonly turn: number;
  readonly reply: string;
  readonly outcome: string;
  /** Null: the turn has no grades. */
  readonly scores: Readonly<Record<string, number>> | null;
  readonly flags: readonly string[];
  readonly committed: number;
}

/** A worker claimed an attempt or wrote one of its turns. */
export interface AuditEntry {
  readonly scenario: number;
  readonly attempt: number;
  readonly worker: string;
  readonly at: number;
}

export interface Call {
  readonly key: string;
  readonly conversation: string;
  readonly turn: string;
  readonly in: number;
  /** Infinity while the call is in flight. */
  readonly out: number;
}

interface RunEvent {
  readonly seq: number;
  readonly kind: string;
  readonly data: {
    readonly finished?: number;
    readonly turns?: readonly (readonly [number, number, number, string])[];
  };
}

interface Progress {
  readonly state: string;
  readonly total: number;
  readonly finished: number;
  readonly failed: number;
  readonly open: number;
  /** The means in the run's summary. */
  readonly means: Readonly<Record<string, number | null>> | null;
}

/** Rows of a run, records of the audit triggers, and calls seen by the endpoint. */
export interface RunRecords {
  readonly runId: string;
  readonly batch: Batch;
  readonly rows: readonly TurnRow[];
  readonly claims: readonly AuditEntry[];
  readonly writes: readonly (AuditEntry & { readonly turn: number })[];
  readonly calls: readonly Call[];
  readonly events: readonly RunEvent[];
  readonly progress: Progress;
  readonly kills: readonly Kill[];
}

interface Sources {
  readonly database: string;
  readonly simulator: string;
  readonly runId: string;
  readonly batch: Batch;
  readonly kills: readonly Kill[];
}

/** A time of the database as milliseconds since 1970. */
export const ms = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;
export const PLACE = 'scenario_no as scenario, attempt_no as attempt';

const ROWS = `
select ${PLACE}, turn_no as turn, reply, outcome, scores, t.flags,
  ${ms('pg_xact_commit_timestamp(t.xmin)')} as committed
from turn t left join turn_grade g using (run_id, scenario_no, attempt_no, turn_no, try) where run_id = $1 order by scenario_no, attempt_no, turn_no`;

const PROGRESS = `
select r.state, p.turns_total as total, p.turns_finished as finished, p.turns_failed as failed,
  p.attempts_open as open, s.scores as means
from run r join run_progress p on p.run_id = r.id left join run_summary s on s.run_id = r.id where r.id = $1`;

/** What the triggers recorded of a run. */
const AUDITED = `
select ${PLACE}, turn_no as turn, worker, ${ms('at')} as at from audit where run_id = $1 and written = `;

/** Sends a query whose parameter is the run. */
type ReadRows = <Row extends object>(text: string) => Promise<readonly Row[]>;

export function readerOf(database: string, runId: string): ReadRows {
  return <Row extends object>(text: string) => query<Row>(database, text, [runId]);
}

/** The claims of attempts, oldest first. */
export function readClaims(read: ReadRows): Promise<readonly AuditEntry[]> {
  return read<AuditEntry>(`${AUDITED} 'claim' order by at`);
}

export async function readRecords(sources: Sources): Promise<RunRecords> {
  const { database, simulator, runId, batch, kills } = sources;
  const read = readerOf(database, runId);
  const [progress] = await read<Progress>(PROGRESS);
  if (progress === undefined) throw new Error(`I1: run ${runId} is gone`);
  return {
    runId,
    batch,
    kills,
    progress,
    rows: await read<TurnRow>(ROWS),
    claims: await readClaims(read),
    writes: await read<AuditEntry & { turn: number }>(`${AUDITED} 'turn' order by at`),
    events: await read<RunEvent>(
      'select seq, kind, data from run_event where run_id = $1 order by seq',
    ),
    calls: await readCalls(simulator, runId),
  };
}

interface LedgerLine {
  readonly time_in: string;
  readonly time_out: string | null;
  readonly idempotency_key: string | null;
  readonly conversation: string | null;
  readonly turn: string | null;
}

/** Returns the calls that the simulator received for a run. */
export async function readCalls(simulator: string, runId: string): Promise<readonly Call[]> {
  const response = await fetch(`${simulator}/ledger`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as LedgerLine)
    .filter(({ conversation }) => conversation?.startsWith(runId))
    .map((line) => ({
      key: line.idempotency_key ?? '',
      conversation: line.conversation ?? '',
      turn: line.turn ?? '',
      in: Date.parse(line.time_in),
      out: line.time_out === null ? Number.POSITIVE_INFINITY : Date.parse(line.time_out),
    }));
}
