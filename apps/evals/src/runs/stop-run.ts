import { AppError, type RunId } from '@assay/contracts';
import { cancelRun, closeRun, stopMarking } from '../db/cancel-run.ts';
import { deleteRun } from '../db/delete-run.ts';
import type { Database } from '../db/open-database.ts';
import type { Queue } from '../queue/create-queue.ts';
import type { RunNews } from './run-news.ts';

interface StopServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly news: RunNews;
}

/** Nothing new is begun, calls under way are given up, and the run ends with what it has. */
export async function stopRun({ database, queue, news }: StopServices, id: RunId): Promise<void> {
  await database.transaction(async (tx) => {
    const open = await cancelRun(tx, id);
    if (open === undefined) await stopMarking(tx, id);
    if (open !== 0) return;
    await closeRun(tx, id);
    await queue.enqueueFinish(tx, [id]);
  });
  news.tellCancel(id);
  news.tellJobs();
  news.tellProgress([id]);
}

/** A run that goes on is cancelled first: whoever deletes it would lose what is still being paid for. */
export async function dropRun(database: Database, id: RunId): Promise<void> {
  if (await deleteRun(database, id)) return;
  throw new AppError('run_active', `run ${id} is still going on; cancel it first`);
}
