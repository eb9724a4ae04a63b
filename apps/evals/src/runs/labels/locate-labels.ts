import { AppError, type AttemptPosition, type PostedLabel, type RunId } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findDraw, type DrawnItem, type LabelDrawRow } from '../../db/labels/label-draws.ts';

/** A posted label and the attempt that it is about. */
export interface LocatedLabel {
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
export async function locateLabels(
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
export function refuse(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer, detail }] });
}
