import { endAttempts } from '../db/end-attempts.ts';
import { failRun } from '../db/end-run.ts';
import type { Database } from '../db/open-database.ts';
import type { Queue } from '../queue/create-queue.ts';
import type { Job } from '../queue/job.ts';
import type { Lane, LaneEnd } from './play-lane.ts';
import type { RunNews } from './run-news.ts';

export interface SettleServices {
  readonly database: Database;
  readonly queue: Queue;
  readonly news: RunNews;
}

/** What becomes of a job when its lane has come to an end here. */
export async function settleLane(
  { database, queue }: SettleServices,
  { job, held }: Lane,
  end: LaneEnd,
): Promise<void> {
  if (end === 'lost') return; // whoever has it looks after it
  if (end === 'paused') {
    await queue.giveBack([job]);
    return;
  }
  if (end === 'cancelled') {
    await database.transaction(async (tx) => {
      await queue.enqueueFinish(tx, await endAttempts(tx, [held]));
    });
  }
  await queue.complete([job]);
}

/** A job that met a fault of ours gets this many more chances. */
const MOST_FAULTS = 3;

export function isHopeless({ retryCount }: Job): boolean {
  return retryCount >= MOST_FAULTS;
}

/** After a fault of ours, not of the endpoint: somebody may have more luck; if not, the run fails. */
export async function settleFault(
  { database, queue, news }: SettleServices,
  job: Job,
): Promise<void> {
  if (!isHopeless(job)) {
    await queue.giveBack([job]);
    return;
  }
  await failRun(database, job.runId);
  news.tellEnd(job.runId);
  await queue.complete([job]);
}
