import { AppError, type RunId } from '@fairtrial/contracts';
import { seededRandom, type Random } from '@fairtrial/statistics';
import { createHash } from 'node:crypto';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  findDraw,
  insertDraws,
  listDraws,
  type DrawnItem,
  type LabelDrawRow,
} from '../../db/labels/label-draws.ts';
import type { Run } from '../../entities/run.ts';
import { matchPlans } from '../plan/match-plans.ts';
import { listAttempts, type AttemptResult } from './labelled-attempts.ts';

/** What to draw. */
export interface DrawRequest {
  /** One run, or the two runs of a mixed queue in the order of their ids. */
  readonly runs: readonly [Run] | readonly [Run, Run];
  /** Number of attempts of each run. */
  readonly n: number;
  readonly seed: number;
  /** The name of the API key. */
  readonly createdBy: string | undefined;
}

/** Limits the storage that one run can use. */
const MAX_DRAWS = 100;

/** Returns the draw with these settings, one row for each run, and makes it if there is none. */
export async function findOrDraw(
  tx: SqlExecutor,
  request: DrawRequest,
): Promise<readonly LabelDrawRow[]> {
  const runIds = request.runs.map(({ id }) => id);
  const id = toDrawId(request);
  const found = await findDraw(tx, id, runIds);
  if (found.length === runIds.length) return found;
  for (const runId of runIds) await checkDrawCount(tx, runId);
  await makeDraw(tx, id, request);
  return findDraw(tx, id, runIds);
}

async function checkDrawCount(tx: SqlExecutor, runId: RunId): Promise<void> {
  if ((await listDraws(tx, runId)).length < MAX_DRAWS) return;
  throw new AppError('limit_exceeded', `run ${runId} has ${MAX_DRAWS} draws: label one of them`);
}

async function makeDraw(tx: SqlExecutor, id: string, request: DrawRequest): Promise<void> {
  const { runs, n, seed, createdBy } = request;
  const random = seededRandom(seed);
  const drawn: { readonly runId: RunId; readonly attempt: AttemptResult }[] = [];
  for (const run of runs) {
    const attempts = await listDrawable(tx, run, runs);
    for (const attempt of drawAttempts(attempts, n, random)) drawn.push({ runId: run.id, attempt });
  }
  const queue = shuffle(drawn, random).map(({ runId, attempt }, item) => ({
    runId,
    item: toItem(item, attempt),
  }));
  const rows = runs.map((run) => ({
    id,
    runId: run.id,
    partnerRunId: runs.find((other) => other.id !== run.id)?.id ?? null,
    project: run.project,
    testName: run.plan.testName,
    seed,
    n,
    size: queue.length,
    items: queue.filter(({ runId }) => runId === run.id).map(({ item }) => item),
    createdBy,
  }));
  await insertDraws(tx, rows);
}

/** In a mixed queue, only attempts at scenarios that are equal in both runs: any other one would reveal the run. */
async function listDrawable(
  tx: SqlExecutor,
  run: Run,
  runs: DrawRequest['runs'],
): Promise<readonly AttemptResult[]> {
  const attempts = await listAttempts(tx, run);
  const [first, second] = runs;
  if (second === undefined) return attempts;
  const { scenarios } = matchPlans(first.plan.scenarios, second.plan.scenarios);
  const role = run.id === first.id ? 'baseline' : 'candidate';
  const matched = new Set(scenarios.map((pair) => pair[role]));
  return attempts.filter(({ scenarioNo }) => matched.has(scenarioNo));
}

function toItem(item: number, { scenarioNo, attemptNo, ...attempt }: AttemptResult): DrawnItem {
  return { item, scenarioNo, attemptNo, try: attempt.try };
}

/** A UUID (version 8) that depends only on the runs, n and seed, so that the same request finds its draw. */
function toDrawId({ runs, n, seed }: DrawRequest): string {
  const text = JSON.stringify([runs.map(({ id }) => id), n, seed]);
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/**
 * Draws `n` attempts, or all if there are fewer, stratified by scenario: the number drawn from each scenario is
 * proportional to its attempts, rounded up or down, and every attempt is drawn with the same probability (systematic
 * sampling of the attempts in random order, scenario by scenario).
 */
export function drawAttempts<T extends { readonly scenarioNo: number }>(
  attempts: readonly T[],
  n: number,
  random: Random,
): readonly T[] {
  const scenarios = [...Map.groupBy(attempts, ({ scenarioNo }) => scenarioNo).values()];
  const line = shuffle(scenarios, random).flatMap((scenario) => shuffle(scenario, random));
  if (n >= line.length) return line;
  const step = line.length / n;
  const start = random() * step;
  return Array.from({ length: n }, (_, no) => line[Math.floor(start + no * step)]).filter(
    (attempt) => attempt !== undefined,
  );
}

/** Returns the items in random order (Fisher–Yates). */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled: T[] = [];
  for (const item of items) {
    const at = Math.floor(random() * (shuffled.length + 1));
    const moved = shuffled[at];
    if (moved === undefined) shuffled.push(item);
    else {
      shuffled[at] = item;
      shuffled.push(moved);
    }
  }
  return shuffled;
}
