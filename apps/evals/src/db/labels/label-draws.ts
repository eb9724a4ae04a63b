import type { RunId } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** A drawn attempt: number of the item in the queue, and scenario, attempt and try. */
export interface DrawnItem {
  readonly item: number;
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly try: number;
}

/** The part of a draw that belongs to one run. */
export interface LabelDrawRow {
  readonly id: string;
  readonly runId: RunId;
  /** The other run of a mixed queue. */
  readonly partnerRunId: RunId | null;
  readonly seed: number;
  readonly n: number;
  /** Number of items of both runs. */
  readonly size: number;
  readonly items: readonly DrawnItem[];
  readonly createdAt: Date;
}

export interface NewLabelDraw extends Omit<LabelDrawRow, 'createdAt'> {
  readonly project: string;
  readonly testName: string;
  /** The name of the API key. */
  readonly createdBy: string | undefined;
}

const COLUMNS = `id, run_id as "runId", partner_run_id as "partnerRunId", seed::float8, n, size, items,
  created_at as "createdAt"`;

/** Stores the rows of a draw. Keeps existing rows: two requests may draw at the same time. */
export async function insertDraws(tx: SqlExecutor, rows: readonly NewLabelDraw[]): Promise<void> {
  await queryRows(
    tx,
    `insert into label_draw (id, run_id, partner_run_id, project, test_name, seed, n, size, items, created_by)
     select x.id, x."runId", x."partnerRunId", x.project, x."testName", x.seed, x.n, x.size, x.items, x."createdBy"
     from json_to_recordset($1::json) as x (id uuid, "runId" uuid, "partnerRunId" uuid, project text, "testName" text,
       seed bigint, n int, size int, items json, "createdBy" text)
     on conflict do nothing`,
    [toJsonParameter(rows)],
  );
}

/** Lists the draws of a run, oldest first. */
export function listDraws(tx: SqlExecutor, runId: RunId): Promise<readonly LabelDrawRow[]> {
  return queryRows<LabelDrawRow>(
    tx,
    `select ${COLUMNS} from label_draw where run_id = $1 order by created_at, id`,
    [runId],
  );
}

/** Returns the rows of a draw, one for each of these runs that it belongs to. */
export function findDraw(
  tx: SqlExecutor,
  id: string,
  runIds: readonly RunId[],
): Promise<readonly LabelDrawRow[]> {
  return queryRows<LabelDrawRow>(
    tx,
    `select ${COLUMNS} from label_draw where id = $1 and run_id = any($2) order by run_id`,
    [id, runIds],
  );
}

const MAX_EARLIER_RUNS = 50;

/** Lists the latest runs of a test before this one that have a draw. */
export async function listEarlierDrawn(
  tx: SqlExecutor,
  { project, testName, before }: EarlierFilter,
): Promise<readonly RunId[]> {
  const rows = await queryRows<{ runId: RunId }>(
    tx,
    `select distinct run_id as "runId" from label_draw
     where project = $1 and test_name = $2 and run_id < $3 order by run_id desc limit ${MAX_EARLIER_RUNS}`,
    [project, testName, before],
  );
  return rows.map(({ runId }) => runId);
}

export interface EarlierFilter {
  readonly project: string;
  readonly testName: string;
  readonly before: RunId;
}
