import { AppError, type ModelPrices, type RescoreRequest, type RunId } from '@assay/contracts';
import { findRun } from '../db/find-run.ts';
import type { Database } from '../db/open-database.ts';
import { rescoreRun } from '../db/rescore-run.ts';
import { hasResult, isOver } from '../db/run.ts';
import type { Queue } from '../queue/create-queue.ts';
import { planAnew } from './plan-anew.ts';
import type { ModelsAtHand } from './plan-marking.ts';
import type { RunNews } from './run-news.ts';

interface RescoreServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly news: RunNews;
  readonly models: ModelsAtHand;
  readonly prices: ModelPrices;
}

/** Scores a run that is over anew, from what is on record: the endpoint is not asked again. */
export async function rescoreStored(
  { database, queue, news, models, prices }: RescoreServices,
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
  const plan = planAnew(run.plan, request, { revision, models, prices });
  await database.transaction(async (tx) => {
    if (!(await rescoreRun(tx, id, { revision, plan }))) throw active(id);
    await queue.enqueueFinish(tx, [id]);
  });
  news.tellJobs();
  news.tellProgress([id]);
}

function active(id: RunId): AppError {
  return new AppError('run_active', `run ${id} is still going on; wait for its end, or cancel it`);
}
