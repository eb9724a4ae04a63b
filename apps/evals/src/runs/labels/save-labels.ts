import {
  AppError,
  toStorable,
  type LabelsRequest,
  type RunId,
  type SavedLabels,
  type AttemptPosition,
  type PostedLabel,
} from '@fairtrial/contracts';
import type { SqlExecutor, Transactor } from '../../db/connection/sql.ts';
import { listCheckedTurns, type CheckedTurn } from '../../db/labels/labelled-turns.ts';
import { countLabels, saveLabels, type LabelRow, type NewLabel } from '../../db/labels/labels.ts';
import type { Run } from '../../entities/run.ts';
import type { ConversationRow } from '../../db/turns/with-conversations.ts';
import { requireEnded, type RunRef } from '../find/load-run.ts';
import { describeJudge } from './describe-judge.ts';
import { checkPassed, listLabelChecks } from './label-checks.ts';
import { toLabelView } from './label-view.ts';
import { readAttempt, keyOf } from './labelled-attempts.ts';
import { findDraw, type DrawnItem, type LabelDrawRow } from '../../db/labels/label-draws.ts';

/** Limits the storage of one run, and the work to read its labels. */
const MAX_LABELS = 20_000;

/** Stores labels of people and returns them in the order of the request, with what the judge found. */
export async function saveRunLabels(
  database: Transactor,
  { project, runId }: RunRef,
  { labels, reveal = true, createdBy }: LabelsRequest & { readonly createdBy: string | undefined },
): Promise<SavedLabels> {
  await requireEnded(database, project, runId);
  const located = await locateLabels(database, runId, labels);
  const rows = new Map<LocatedLabel, NewLabel>();
  for (const [id, group] of Map.groupBy(located, (label) => label.runId)) {
    const run = await requireEnded(database, project, id);
    const graded = await gradeLabels(database, run, group);
    for (const [label, judged] of graded) {
      rows.set(label, { ...judged, isRevealed: reveal, createdBy });
    }
  }
  const wanted = located.flatMap((label) => rows.get(label) ?? []);
  checkDuplicates(wanted);
  const saved = await database.transaction(async (tx) => {
    const stored = await saveLabels(tx, wanted);
    for (const id of new Set(wanted.map((label) => label.runId))) await checkLabelCount(tx, id);
    return new Map(stored.map((row) => [toKey(row), row]));
  });
  return {
    labels: wanted.flatMap((label) => {
      const row = saved.get(toKey(label));
      const judge_passed = reveal ? label.judgePassed : null;
      return row === undefined ? [] : [{ ...toLabelView(row), judge_passed }];
    }),
  };
}

type GradedLabel = Omit<NewLabel, 'isRevealed' | 'createdBy'>;

/** Adds what the judge found to the labels of one run. Throws if a label is about nothing that can be labelled. */
async function gradeLabels(
  tx: SqlExecutor,
  run: Run,
  labels: readonly LocatedLabel[],
): Promise<ReadonlyMap<LocatedLabel, GradedLabel>> {
  const distinct = new Map(labels.map((label) => [keyOf(label), label]));
  const attempts = [...distinct.values()].map(({ scenarioNo, attemptNo }) => ({
    scenarioNo,
    attemptNo,
  }));
  const turns = Map.groupBy(await listCheckedTurns(tx, run.id, attempts), keyOf);
  const { digest } = describeJudge(run.plan);
  return new Map(
    labels.map((label) => {
      const judged = gradeLabel(run, label, turns.get(keyOf(label)) ?? []);
      return [label, { ...judged, judgeDigest: digest, revision: run.revision }];
    }),
  );
}

function gradeLabel(
  run: Run,
  label: LocatedLabel,
  turns: readonly (CheckedTurn | ConversationRow)[],
): Omit<GradedLabel, 'judgeDigest' | 'revision'> {
  const { input, pointer, scenarioNo, attemptNo } = label;
  const attempt = readAttempt(turns, run.plan);
  const scenario = run.plan.scenarios[scenarioNo];
  if (attempt === undefined || scenario === undefined) {
    const detail = `attempt ${scenarioNo}/${attemptNo} does not exist, was not played to its end, or has failed requests`;
    throw refuse(`${pointer}/position`, detail);
  }
  if (label.drawnTry !== undefined && label.drawnTry !== attempt.try) {
    throw refuse(`${pointer}/draw`, 'the attempt was played again after the draw: draw again');
  }
  const { check_id: checkId } = input;
  if (checkId !== undefined && !listLabelChecks(scenario).some(({ id }) => id === checkId)) {
    throw refuse(`${pointer}/check_id`, `the scenario has no check with the id ${checkId}`);
  }
  const judged = checkId === undefined ? attempt.passed : checkPassed(scenario, turns, checkId);
  return {
    runId: run.id,
    scenarioNo,
    attemptNo,
    try: attempt.try,
    checkId: checkId ?? '',
    labeller: toStorable(input.labeller).text,
    passed: input.passed,
    note: input.note ?? null,
    drawId: input.draw ?? null,
    judgePassed: judged ?? null,
  };
}

/** Throws if the same person labels the same attempt or check twice in one request. */
function checkDuplicates(labels: readonly NewLabel[]): void {
  const seen = new Set<string>();
  for (const [at, label] of labels.entries()) {
    const key = toKey(label);
    if (seen.has(key)) {
      throw refuse(`/labels/${at}`, 'labels the same attempt or check as an earlier label');
    }
    seen.add(key);
  }
}

async function checkLabelCount(tx: SqlExecutor, runId: RunId): Promise<void> {
  if ((await countLabels(tx, runId)) <= MAX_LABELS) return;
  throw new AppError('limit_exceeded', `a run can have at most ${MAX_LABELS} labels`);
}

type LabelKey = Pick<LabelRow, 'runId' | 'scenarioNo' | 'attemptNo' | 'checkId' | 'labeller'>;

function toKey({ runId, scenarioNo, attemptNo, checkId, labeller }: LabelKey): string {
  return JSON.stringify([runId, scenarioNo, attemptNo, checkId, labeller]);
}

/** A posted label and the attempt that it is about. */
interface LocatedLabel {
  readonly input: PostedLabel;
  /** The place of the label in the request. */
  readonly pointer: string;
  readonly runId: RunId;
  readonly scenarioNo: number;
  readonly attemptNo: number;
  /** The try of the attempt that the draw showed; `undefined` without a draw. */
  readonly drawnTry: number | undefined;
}

/**
 * Finds the attempt of each posted label. An item of a mixed queue can belong to the other run of the queue. Throws if
 * a label names an unknown draw, an unknown item, or an attempt that its draw does not have.
 */
async function locateLabels(
  tx: SqlExecutor,
  runId: RunId,
  inputs: readonly PostedLabel[],
): Promise<readonly LocatedLabel[]> {
  const draws = new Map<string, readonly LabelDrawRow[]>();
  for (const { draw } of inputs) {
    if (draw !== undefined && !draws.has(draw)) draws.set(draw, await loadDraw(tx, runId, draw));
  }
  return inputs.map((input, at) => {
    const pointer = `/labels/${at}`;
    return { input, pointer, ...locate(input, pointer, { runId, draws }) };
  });
}

/** Returns the row of this run first, then the row of its partner. Empty if the run has no such draw. */
async function loadDraw(
  tx: SqlExecutor,
  runId: RunId,
  draw: string,
): Promise<readonly LabelDrawRow[]> {
  const [own] = await findDraw(tx, draw, [runId]);
  if (own === undefined) return [];
  return own.partnerRunId === null
    ? [own]
    : [own, ...(await findDraw(tx, draw, [own.partnerRunId]))];
}

interface LabelContext {
  readonly runId: RunId;
  readonly draws: ReadonlyMap<string, readonly LabelDrawRow[]>;
}

type Place = Omit<LocatedLabel, 'input' | 'pointer'>;

function locate(
  { draw, item, position }: PostedLabel,
  pointer: string,
  { runId, draws }: LabelContext,
): Place {
  if (draw === undefined) return placeOf(runId, position);
  const rows = draws.get(draw) ?? [];
  if (rows.length === 0) throw refuse(`${pointer}/draw`, `run ${runId} has no draw ${draw}`);
  const found = item === undefined ? findAt(rows[0], position) : findItem(rows, item);
  if (found !== undefined) return found;
  throw item === undefined
    ? refuse(`${pointer}/position`, 'is not an attempt of the draw')
    : refuse(`${pointer}/item`, `the draw has no item ${item}`);
}

function findItem(rows: readonly LabelDrawRow[], item: number): Place | undefined {
  const places = rows.flatMap(({ runId, items }) =>
    items.filter((drawn) => drawn.item === item).map((drawn) => toPlace(runId, drawn)),
  );
  return places[0];
}

function findAt(
  row: LabelDrawRow | undefined,
  position: AttemptPosition | undefined,
): Place | undefined {
  const drawn = row?.items.find(
    ({ scenarioNo, attemptNo }) =>
      scenarioNo === position?.scenario && attemptNo === position.attempt,
  );
  return row && drawn && toPlace(row.runId, drawn);
}

function toPlace(runId: RunId, { scenarioNo, attemptNo, try: drawnTry }: DrawnItem): Place {
  return { runId, scenarioNo, attemptNo, drawnTry };
}

function placeOf(runId: RunId, position: AttemptPosition | undefined): Place {
  const { scenario: scenarioNo = 0, attempt: attemptNo = 0 } = position ?? {};
  return { runId, scenarioNo, attemptNo, drawnTry: undefined };
}

/** The error for one field of a posted label. */
function refuse(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer, detail }] });
}
