import { AppError } from '@assay/contracts';
import type { Database } from '../../db/connection/open-database.ts';
import { retryRun } from '../../db/runs/retry-run.ts';
import type { RunHead } from '../../db/runs/run-head.ts';
import type { Queue } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { newLanes } from './start-run.ts';

interface RetryServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
}

/** Plays again what has no answer: failed turns, and what a cancelled run never came to. */
export async function retryFailed(
  services: RetryServices,
  { id, concurrency }: Pick<RunHead, 'id' | 'concurrency'>,
): Promise<void> {
  const { database, queue, notifier } = services;
  const offered = newLanes(concurrency);
  await database.transaction(async (tx) => {
    const retried = await retryRun(tx, id, offered);
    if (retried === undefined) {
      throw new AppError(
        'run_active',
        `run ${id} is still going on; wait for its end, or cancel it`,
      );
    }
    if (retried.attempts === 0) {
      throw new AppError('nothing_to_retry', `no turn of run ${id} failed`);
    }
    await queue.enqueueLanes(tx, id, offered.slice(0, retried.lanes));
  });
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}
