import { stopRuns } from '../../db/attempts/call-budget.ts';
import {
  claimAttempts,
  type ClaimedAttempt,
  type Claims,
} from '../../db/attempts/claim-attempts.ts';
import { lockProgress } from '../../db/attempts/share-lanes.ts';
import { SLOW_ANSWER_MS } from '../../db/connection/open-database.ts';
import { listPair } from '../../db/runs/partner-run.ts';
import type { Job } from '../../queue/create-queue.ts';
import type { JobServices } from './settle-job.ts';

/** A lane that this worker has claimed, and its current attempt. */
export interface ClaimedLane {
  readonly job: Job;
  readonly attempt: ClaimedAttempt;
}

/** Claims the attempts of these jobs. A job that is missing from the result has no attempt left to play. */
export async function claimLanes(
  services: JobServices,
  jobs: readonly Job[],
): Promise<readonly ClaimedLane[]> {
  const { database } = services;
  const { claimed, refused } = await claimAttempts(database, jobs);
  if (refused.length > 0) await stopSpentRuns(services, refused);
  const jobsById = new Map(jobs.map((job) => [job.id, job]));
  return claimed.flatMap((attempt) => {
    const job = jobsById.get(attempt.lane);
    return job ? [{ job, attempt }] : [];
  });
}

/**
 * Stops runs whose next attempt does not fit into their budget: no attempt is started, and attempts in progress
 * continue. The partner of such a run is stopped, too, because all shared lanes may belong to this run. If the worker
 * dies before this, the next worker gets the same refusal.
 */
async function stopSpentRuns(
  { database, queue, notifier }: JobServices,
  refused: Claims['refused'],
): Promise<void> {
  const runIds = new Set(refused.map(({ runId }) => runId));
  const pairs = await Promise.all([...runIds].map((id) => listPair(database, id)));
  const stopped = [...new Set(pairs.flat())];
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    await lockProgress(tx, stopped);
    await queue.enqueueFinish(tx, await stopRuns(tx, stopped, refused));
  });
  notifier.notifyJobs();
}
