import type { RunId } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** The label of one person for an attempt, or for one of its checks. */
export interface LabelRow {
  readonly runId: RunId;
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly try: number;
  /** '' for the whole attempt. */
  readonly checkId: string;
  readonly labeller: string;
  /** Null if the label was removed. */
  readonly passed: boolean | null;
  readonly note: string | null;
  readonly drawId: string | null;
  /** True if it belongs to a draw and was given before the labeller was told what the judge found. */
  readonly isBlind: boolean;
  /** What the judge found when the label was given. */
  readonly judgePassed: boolean | null;
  readonly judgeDigest: string;
  readonly createdAt: Date;
}

export interface NewLabel extends Omit<LabelRow, 'isBlind' | 'createdAt'> {
  /** True if the answer to the labeller says what the judge found. */
  readonly isRevealed: boolean;
  /** The revision of the run that the judge's verdict is from. */
  readonly revision: number;
  /** The name of the API key. */
  readonly createdBy: string | undefined;
}

const COLUMNS = `run_id as "runId", scenario_no as "scenarioNo", attempt_no as "attemptNo", try,
  check_id as "checkId", labeller, passed, note, draw_id as "drawId", is_blind as "isBlind",
  judge_passed as "judgePassed", judge_digest as "judgeDigest", created_at as "createdAt"`;

/**
 * A label is not blind if the labeller was told before what the judge found about any part of the same attempt. The
 * labels of one statement do not affect each other.
 */
const SAVE = `
insert into label as l (run_id, scenario_no, attempt_no, try, check_id, labeller, passed, note, draw_id, is_blind,
  is_revealed, judge_passed, judge_digest, revision, created_by)
select x."runId", x."scenarioNo", x."attemptNo", x.try, x."checkId", x.labeller, x.passed, x.note, x."drawId",
  x."drawId" is not null and not exists (
    select from label k
    where k.run_id = x."runId" and k.scenario_no = x."scenarioNo" and k.attempt_no = x."attemptNo" and k.try = x.try
      and k.labeller = x.labeller and k.is_revealed),
  x."isRevealed", x."judgePassed", x."judgeDigest", x.revision, x."createdBy"
from json_to_recordset($1::json) as x ("runId" uuid, "scenarioNo" int, "attemptNo" int, try int, "checkId" text,
  labeller text, passed boolean, note text, "drawId" uuid, "isRevealed" boolean, "judgePassed" boolean,
  "judgeDigest" text, revision int, "createdBy" text)
on conflict (run_id, scenario_no, attempt_no, try, check_id, labeller) do update set
  passed = excluded.passed, note = excluded.note, draw_id = excluded.draw_id, is_blind = excluded.is_blind,
  is_revealed = l.is_revealed or excluded.is_revealed, judge_passed = excluded.judge_passed,
  judge_digest = excluded.judge_digest, revision = excluded.revision, created_by = excluded.created_by,
  created_at = now()
returning ${COLUMNS}`;

/** Stores labels, which replace earlier ones of the same labeller. No two may be about the same attempt and check. */
export function saveLabels(
  tx: SqlExecutor,
  labels: readonly NewLabel[],
): Promise<readonly LabelRow[]> {
  return queryRows<LabelRow>(tx, SAVE, [toJsonParameter(labels)]);
}

/** Lists the labels of a run in order, without removed ones. */
export function listLabels(tx: SqlExecutor, runId: RunId): Promise<readonly LabelRow[]> {
  return queryRows<LabelRow>(
    tx,
    `select ${COLUMNS} from label where run_id = $1 and passed is not null
     order by scenario_no, attempt_no, try, check_id, labeller`,
    [runId],
  );
}

/** Returns the number of label rows of a run, including removed ones. */
export async function countLabels(tx: SqlExecutor, runId: RunId): Promise<number> {
  const [row] = await queryRows<{ labels: number }>(
    tx,
    'select count(*)::int as labels from label where run_id = $1',
    [runId],
  );
  return row?.labels ?? 0;
}

/** Lists the blind labels of whole attempts of several runs. */
export function listBlindLabels(
  tx: SqlExecutor,
  runIds: readonly RunId[],
): Promise<readonly LabelRow[]> {
  return queryRows<LabelRow>(
    tx,
    `select ${COLUMNS} from label
     where run_id = any($1) and check_id = '' and passed is not null and is_blind
     order by run_id, scenario_no, attempt_no, try, labeller`,
    [runIds],
  );
}

/** Lists the labels of one person in these runs, without removed ones. */
export function listLabelsOf(
  tx: SqlExecutor,
  runIds: readonly RunId[],
  labeller: string,
): Promise<readonly LabelRow[]> {
  return queryRows<LabelRow>(
    tx,
    `select ${COLUMNS} from label where run_id = any($1) and labeller = $2 and passed is not null
     order by run_id, scenario_no, attempt_no, try, check_id`,
    [runIds, labeller],
  );
}
