import { AppError, type ModelPrices, type RescoreRequest, type RunId } from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import type { Database } from '../../db/connection/open-database.ts';
import { beginRescore } from '../../db/runs/begin-rescore.ts';
import { hasResult, isOver } from '../../db/runs/run.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { planRescore } from '../plan/plan-rescore.ts';
import type { ModelsAtHand } from '../plan/plan-grading.ts';
import type { RunNotifier } from '../events/run-notifier.ts';

interface RescoreServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly notifier: RunNotifier;
  readonly models: ModelsAtHand;
  readonly prices: ModelPrices;
}

/** Scores a run that is over anew, from what is on record: the endpoint is not asked again. */
export async function rescoreRun(
  { database, queue, notifier, models, prices }: RescoreServices,
  id: RunId,
  request: RescoreRequest,
): Promise<void> {
  const run = await findRun(database, id);
  if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
  if (!isOver(run)) throw active(id);
  if (!hasResult(run)) {
    throw new AppError('run_failed', `run ${id} ended without a result that could be scored`);
  }
  const revision = run.revision + 1;
  const plan = planRescore(run.plan, request, { revision, models, prices });
  await database.transaction(async (tx) => {
    if (!(await beginRescore(tx, id, { revision, plan }))) throw active(id);
    await queue.enqueueFinish(tx, [id]);
  });
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}

function active(id: RunId): AppError {
  return new AppError('run_active', `run ${id} is still going on; wait for its end, or cancel it`);
}
