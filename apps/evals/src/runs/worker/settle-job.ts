import { endAttempts } from '../../db/attempts/end-attempts.ts';
import { setRunFailed } from '../../db/runs/end-run.ts';
import type { Database } from '../../db/connection/open-database.ts';
import type { Queue } from '../../queue/create-queue.ts';
import type { Job } from '../../queue/job.ts';
import type { Lane, LaneEnd } from './play-lane.ts';
import type { RunNotifier } from '../events/run-notifier.ts';

export interface SettleServices {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
}

/** What becomes of a job when its lane has come to an end here. */
export async function settleLane(
  { database, queue }: SettleServices,
  { job, held }: Lane,
  end: LaneEnd,
): Promise<void> {
  if (end === 'lost') return; // whoever has it looks after it
  if (end === 'paused') {
    await queue.release([job]);
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
const MAX_FAULTS = 3;

export function retriesExhausted({ retryCount }: Job): boolean {
  return retryCount >= MAX_FAULTS;
}

/** After a fault of ours, not of the endpoint: somebody may have more luck; if not, the run fails. */
export async function failOrRetry(
  { database, queue, notifier }: SettleServices,
  job: Job,
): Promise<void> {
  if (!retriesExhausted(job)) {
    await queue.release([job]);
    return;
  }
  await setRunFailed(database, job.runId);
  notifier.notifyEnd(job.runId);
  await queue.complete([job]);
}
