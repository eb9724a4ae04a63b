import { AppError, type EvaluationRequest, type RunId } from '@fairtrial/contracts';
import { createHash, randomUUID } from 'node:crypto';
import { findRequest, rememberRequest, type KnownRequest } from '../../db/runs/idempotency.ts';
import { insertRun } from '../../db/runs/insert-run.ts';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import { withPartitions } from '../../db/partitions/make-partitions.ts';
import { readClock } from '../../db/connection/read-clock.ts';
import { attemptsAt, type Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { validateChecks } from '../plan/validate-checks.ts';
import { planAgainst } from '../plan/plan-against.ts';
import { planRun, type PlanContext } from '../plan/plan-run.ts';
import type { BaselineServices } from '../gates/resolve-baseline.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { checkCaps, checkCapsOfActive, type ProjectCaps } from './check-caps.ts';
import { chooseBaseline } from './choose-baseline.ts';
import { newRunIds } from './new-run-ids.ts';
import { resolveDataset } from './resolve-dataset.ts';
import { resolveTarget } from './resolve-target.ts';

export interface PlanServices extends BaselineServices, PlanContext {
  readonly database: Database;
}

export interface StartServices extends PlanServices {
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
  readonly makePartitions: () => Promise<void>;
  readonly caps: ProjectCaps;
}

export interface Caller {
  readonly project: string;
  /** A request with a key that was used before returns the run of the first request. */
  readonly idempotencyKey: string | undefined;
}

/** Stores a run, its attempts and their jobs in one transaction. From then on it survives a crash of this process. */
export async function startRun(
  services: StartServices,
  request: EvaluationRequest,
  { project, idempotencyKey }: Caller,
): Promise<RunId> {
  const { database, notifier } = services;
  const digest = createHash('sha256').update(JSON.stringify(request)).digest();
  if (idempotencyKey !== undefined) {
    // Before the run is planned: the target or the dataset of a repeated request may have been changed or deleted.
    const first = await findRequest(database, { project, key: idempotencyKey });
    if (first !== undefined) return joinRun(first, digest);
  }
  const run = await planNewRun(services, request, project);
  const known = await withPartitions(services.makePartitions, () =>
    database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
      if (idempotencyKey !== undefined) {
        const first = await rememberRequest(tx, { project, key: idempotencyKey, digest }, run.id);
        if (first !== undefined) return first;
      }
      // Checked before anything is stored, and again afterwards, because others may start runs at the same time.
      await checkCaps(tx, { project, more: run.partnerId === undefined ? 1 : 2 }, services.caps);
      await storeRuns(services, tx, await completeRuns(services, tx, { run, request }));
      await checkCapsOfActive(tx, project, services.caps);
      return undefined;
    }),
  );
  if (known !== undefined) return joinRun(known, digest);
  notifier.notifyJobs();
  return run.id;
}

/** Throws if the request is invalid. */
export async function planNewRun(
  services: PlanServices,
  request: EvaluationRequest,
  project: string,
): Promise<Run> {
  const createdAt = await readClock(services.database);
  const target = await resolveTarget(services.database, project, request.target);
  const scope = { project, limits: services.limits };
  const { test_batch, dataset } = await resolveDataset(services.database, scope, request);
  const test_name = request.test_name ?? dataset?.name;
  const planned = planRun({ ...request, test_batch, target, test_name }, services);
  const plan = { ...planned, dataset };
  const field = dataset === undefined ? '/test_batch' : '/dataset';
  await validateChecks(plan, { isList: Array.isArray(test_batch), field });
  // Of two runs, the requested one is the newer.
  const [older, newer] = newRunIds(createdAt);
  return {
    id: newer,
    project,
    tags: request.tags ?? [],
    branch: request.branch,
    plan,
    partnerId: request.against === undefined ? undefined : older,
    isAgainst: false,
    state: 'running',
    isCancelled: false,
    stopGrading: false,
    stoppedBy: undefined,
    revision: 1,
    createdAt,
    finishedAt: undefined,
  };
}

/** Returns the run with its baseline; with `against` two runs, the baseline and the candidate. */
export async function completeRuns(
  services: PlanServices,
  tx: SqlExecutor,
  { run, request }: { readonly run: Run; readonly request: EvaluationRequest },
): Promise<readonly Run[]> {
  if (request.against !== undefined && run.partnerId !== undefined) {
    const second = { id: run.partnerId, modelId: request.against };
    return planAgainst(run, second, services);
  }
  const { baseline: requested, gates: given = [] } = request;
  if (requested === undefined) return [run];
  const plan = await chooseBaseline(tx, run, { ...services, requested, given });
  return [{ ...run, plan }];
}

async function storeRuns(
  { queue }: Pick<StartServices, 'queue'>,
  tx: SqlExecutor,
  runs: readonly Run[],
): Promise<void> {
  for (const run of runs) {
    const { concurrency, scenarios } = run.plan;
    const lanes = newLaneIds(Math.min(concurrency, scenarios.length * attemptsAt(run.plan, 0)));
    await insertRun(tx, run, lanes);
    await queue.enqueueLanes(tx, { runId: run.id, project: run.project }, lanes);
  }
}

/** A lane is a job. A run has as many lanes as concurrent conversations. */
export function newLaneIds(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomUUID());
}

/** Returns the run of the first request. Throws if the key was used for another request. */
function joinRun(known: KnownRequest, digest: Buffer): RunId {
  if (known.digest.equals(digest)) return known.runId;
  const detail = 'this Idempotency-Key was used with another body; use a new one';
  throw new AppError('idempotency_conflict', detail);
}
