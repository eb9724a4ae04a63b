import { AppError, type ModelPrices, type RescoreRequest, type RunId } from '@fairtrial/contracts';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import { beginRescore } from '../../db/runs/begin-rescore.ts';
import { hasResult, isOver } from '../../entities/run.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { validateChecks } from '../plan/validate-checks.ts';
import { planRescore } from '../plan/plan-rescore.ts';
import type { AvailableModels } from '../plan/plan-grading.ts';
import { loadRun, type RunRef } from '../find/load-run.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { checkCapsOfActive, type ProjectCaps } from './check-caps.ts';

interface RescoreServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly notifier: RunNotifier;
  readonly models: AvailableModels;
  readonly prices: ModelPrices;
  readonly caps: ProjectCaps;
}

/** Rescores a finished run from its stored replies: the endpoint is not called again. */
export async function rescoreRun(
  { database, queue, notifier, models, prices, caps }: RescoreServices,
  { project, runId: id }: RunRef,
  request: RescoreRequest,
): Promise<void> {
  const run = await loadRun(database, project, id);
  if (!isOver(run)) throw runActive(id);
  if (!hasResult(run)) {
    throw new AppError('run_failed', `run ${id} ended without a result that could be scored`);
  }
  const revision = run.revision + 1;
  const plan = planRescore(run.plan, request, { revision, models, prices });
  if (request.test_batch !== undefined) {
    await validateChecks(plan, { isList: Array.isArray(request.test_batch) });
  }
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    if (!(await beginRescore(tx, id, { revision, plan }))) throw runActive(id);
    await queue.enqueueFinish(tx, [{ runId: id, project }]);
    await checkCapsOfActive(tx, project, caps);
  });
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}

function runActive(id: RunId): AppError {
  return new AppError(
    'run_active',
    `run ${id} is still running; wait until it finishes, or cancel it`,
  );
}
