import type { RunId } from '@fairtrial/contracts';
import { passOnClaim } from '../../db/attempts/claim-attempts.ts';
import { lockProgress } from '../../db/attempts/share-lanes.ts';
import { endAttempts } from '../../db/attempts/end-attempts.ts';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import { setRunFailed } from '../../db/runs/end-run.ts';
import { findPlayingPartner } from '../../db/runs/partner-run.ts';
import { countLostClaims, type Job, type Queue } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import type { FinishOutcome } from '../finish/finish-run.ts';
import type { Lane, LaneOutcome } from '../play/play-lane.ts';

export interface JobServices {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
}

/** Completes or releases the job of a lane after it was played. */
export async function settleLane(
  { database, queue }: JobServices,
  { job, claim }: Lane,
  outcome: LaneOutcome,
): Promise<void> {
  if (outcome === 'lost') return; // the job belongs to another worker
  if (outcome === 'between_turns') await passOnClaim(database, claim);
  if (outcome === 'paused' || outcome === 'between_turns') {
    await queue.release([job]);
    return;
  }
  if (outcome === 'cancelled') {
    await database.transaction(async (tx) => {
      await lockProgress(tx, [claim.runId]);
      const over = await endAttempts(tx, [claim]);
      await queue.enqueueFinish(
        tx,
        over.map((runId) => ({ runId, project: job.project })),
      );
    });
  }
  await queue.complete([job]);
}

/** Completes or releases a finish job. If its claim is lost, the run has another finish job. */
export async function settleFinish(
  { queue }: JobServices,
  job: Job,
  outcome: FinishOutcome,
): Promise<void> {
  if (outcome === 'paused') await queue.release([job]);
  else await queue.complete([job]);
}

/** Retries of a job after an internal error. */
const MAX_RETRIES = 3;
/** A job that lost this many workers probably crashes them. */
const MAX_LOST_CLAIMS = 20;

/** Throws if the job must not be tried again. Its run then fails. */
export function checkLostClaims(job: Job): void {
  const lost = countLostClaims(job);
  if (lost > MAX_LOST_CLAIMS) throw new Error(`the job lost its worker ${lost} times`);
}

/** True if the next internal error fails the run of the job. */
export function retriesExhausted(job: Job): boolean {
  return job.errors >= MAX_RETRIES || countLostClaims(job) > MAX_LOST_CLAIMS;
}

/** Handles an internal error, not one of the endpoint: releases the job for a retry, or fails the run. */
export async function failOrRetry(
  { database, queue, notifier }: JobServices,
  job: Job,
): Promise<void> {
  if (!retriesExhausted(job)) {
    await queue.retry([job]);
    return;
  }
  await setRunFailed(database.within(SLOW_ANSWER_MS), job.runId);
  notifier.notifyEnd(job.runId);
  if (job.kind === 'lane') await failPartner({ database, notifier }, job.runId);
  await queue.complete([job]);
}

/** When a run fails while it is played, its partner loses the shared lanes, so it fails, too. */
async function failPartner(
  { database, notifier }: Pick<JobServices, 'database' | 'notifier'>,
  runId: RunId,
): Promise<void> {
  for (const partner of await findPlayingPartner(database, runId)) {
    await setRunFailed(database.within(SLOW_ANSWER_MS), partner);
    notifier.notifyEnd(partner);
  }
}
