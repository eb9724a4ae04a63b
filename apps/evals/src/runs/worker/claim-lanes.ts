import { claimAttempts, type ClaimedAttempt } from '../../db/attempts/claim-attempts.ts';
import { listPlayed } from '../../db/turns/list-turns.ts';
import type { AttemptKey, Turn } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';
import type { Job } from '../../queue/job.ts';

/** A lane that is ours now, the attempt it is at, and what is on record of that. */
export interface ClaimedLane {
  readonly job: Job;
  readonly attempt: ClaimedAttempt;
  readonly played: readonly Turn[];
}

/** Takes over what these jobs play; those that are missing from the answer have nothing left to play. */
export async function claimLanes(tx: Tx, jobs: readonly Job[]): Promise<readonly ClaimedLane[]> {
  const claimed = await claimAttempts(tx, jobs);
  const played = Map.groupBy(await playedOf(tx, claimed), keyOf);
  const byLane = new Map(jobs.map((job) => [job.id, job]));
  return claimed.flatMap((attempt) => {
    const job = byLane.get(attempt.lane);
    return job ? [{ job, attempt, played: played.get(keyOf(attempt)) ?? [] }] : [];
  });
}

/** Only of what somebody had begun before is there anything on record. */
async function playedOf(tx: Tx, claimed: readonly ClaimedAttempt[]): Promise<readonly Turn[]> {
  const begun = claimed.filter(({ epoch, try: tries }) => epoch > 0 || tries > 0);
  return begun.length === 0 ? [] : listPlayed(tx, begun);
}

function keyOf({ runId, scenarioNo, attemptNo }: AttemptKey): string {
  return `${runId}/${scenarioNo}/${attemptNo}`;
}
