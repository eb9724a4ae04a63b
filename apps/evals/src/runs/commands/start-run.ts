import { AppError, type EvaluationRequest, type RunId } from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import { findRequest, rememberRequest, type KnownRequest } from '../../db/runs/idempotency.ts';
import { insertRun } from '../../db/runs/insert-run.ts';
import { SLOW_ANSWER_MS } from '../../db/connection/open-database.ts';
import { withPartitions } from '../../db/partitions/make-partitions.ts';
import { attemptsAt, type Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { newLaneIds } from '../plan/new-ids.ts';
import { completeRuns, planNewRun, type PlanServices } from '../plan/plan-new-run.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { checkCaps, checkCapsOfActive, type ProjectCaps } from './check-caps.ts';

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

/** Returns the run of the first request. Throws if the key was used for another request. */
function joinRun(known: KnownRequest, digest: Buffer): RunId {
  if (known.digest.equals(digest)) return known.runId;
  const detail = 'this Idempotency-Key was used with another body; use a new one';
  throw new AppError('idempotency_conflict', detail);
}
