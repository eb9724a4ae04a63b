import { AppError } from '@assay/contracts';
import type { Database } from '../db/open-database.ts';
import { retryRun } from '../db/retry-run.ts';
import type { RunHead } from '../db/run-head.ts';
import type { Queue } from '../queue/create-queue.ts';
import type { RunNews } from './run-news.ts';
import { newLanes } from './start-run.ts';

interface RetryServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly news: RunNews;
}

/** Plays again what has no answer: failed turns, and what a cancelled run never came to. */
export async function retryFailed(
  services: RetryServices,
  { id, concurrency }: Pick<RunHead, 'id' | 'concurrency'>,
): Promise<void> {
  const { database, queue, news } = services;
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
  news.tellJobs();
  news.tellProgress([id]);
}
