import { AppError } from '@assay/contracts';
import type { Database } from '../../db/connection/open-database.ts';
import { retryRun } from '../../db/runs/retry-run.ts';
import type { RunHead } from '../../db/runs/run-head.ts';
import type { Queue } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { checkCapsOfActive, type ProjectCaps } from './check-caps.ts';
import { newLaneIds } from './start-run.ts';

interface RetryServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
  readonly caps: ProjectCaps;
}

/** Plays every turn again that has no answer: failed turns, and turns that a cancelled run did not reach. */
export async function retryFailed(
  services: RetryServices,
  { id, project, concurrency }: Pick<RunHead, 'id' | 'project' | 'concurrency'>,
): Promise<void> {
  const { database, queue, notifier, caps } = services;
  const lanes = newLaneIds(concurrency);
  await database.transaction(async (tx) => {
    const retried = await retryRun(tx, id, lanes);
    if (retried === undefined) {
      throw new AppError(
        'run_active',
        `run ${id} is still going on; wait for its end, or cancel it`,
      );
    }
    if (retried.attempts === 0) {
      throw new AppError('nothing_to_retry', `no turn of run ${id} failed`);
    }
    await queue.enqueueLanes(tx, { runId: id, project }, lanes.slice(0, retried.lanes));
    await checkCapsOfActive(tx, project, caps);
  });
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}
