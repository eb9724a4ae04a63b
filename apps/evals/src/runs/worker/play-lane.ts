import { randomUUID } from 'node:crypto';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  claimAttempts,
  type ClaimedAttempt,
  type AttemptClaim,
} from '../../db/attempts/claim-attempts.ts';
import { listPlayedTurns } from '../../db/turns/list-turns.ts';
import type { AttemptKey, Turn } from '../../db/turns/turn.ts';
import type { Job } from '../../queue/create-queue.ts';
import { runAttempt } from './run-attempt.ts';
import type { CachedRun, RunCache } from './run-cache.ts';
import type { TurnWriter } from './turn-writer.ts';

/** A lane that this worker has claimed, its current attempt, and the turns of it that are stored already. */
export interface ClaimedLane {
  readonly job: Job;
  readonly attempt: ClaimedAttempt;
  readonly storedTurns: readonly Turn[];
}

/** Claims the attempts of these jobs. A job that is missing from the result has no attempt left to play. */
export async function claimLanes(
  tx: SqlExecutor,
  jobs: readonly Job[],
): Promise<readonly ClaimedLane[]> {
  const claimed = await claimAttempts(tx, jobs);
  const stored = Map.groupBy(await listStoredTurns(tx, claimed), attemptId);
  const jobsById = new Map(jobs.map((job) => [job.id, job]));
  return claimed.flatMap((attempt) => {
    const job = jobsById.get(attempt.lane);
    return job ? [{ job, attempt, storedTurns: stored.get(attemptId(attempt)) ?? [] }] : [];
  });
}

/** Only attempts that were claimed or tried before can have stored turns. */
async function listStoredTurns(
  tx: SqlExecutor,
  claimed: readonly ClaimedAttempt[],
): Promise<readonly Turn[]> {
  const begun = claimed.filter(({ epoch, try: tries }) => epoch > 0 || tries > 0);
  return begun.length === 0 ? [] : listPlayedTurns(tx, begun);
}

function attemptId({ runId, scenarioNo, attemptNo }: AttemptKey): string {
  return `${runId}/${scenarioNo}/${attemptNo}`;
}

/** A lane that is being played. */
export interface Lane {
  readonly job: Job;
  /** By performance.now() */
  readonly startedAt: number;
  readonly stop: AbortController;
  /** The current attempt. */
  claim: AttemptClaim;
}

/** Why a lane is stopped in the middle of a turn. */
export type StopReason = 'cancelled' | 'paused';

/** over: no attempt is left to play. lost: another worker has the claim. */
export type LaneOutcome = 'over' | 'lost' | StopReason;

interface LaneOptions {
  readonly lane: Lane;
  /** The stored turns of the first attempt. */
  readonly storedTurns: readonly Turn[];
  readonly runs: RunCache;
  readonly turnWriter: TurnWriter;
  readonly nextLane: () => string;
  readonly isPaused: () => boolean;
}

/** Plays attempts of a run, one after the other, until none is left or the lane is stopped. */
export async function playLane(options: LaneOptions): Promise<LaneOutcome> {
  const { lane, runs } = options;
  const { signal } = lane.stop;
  try {
    const cachedRun = await runs.acquire(lane.job.runId);
    if (cachedRun === undefined) return 'over';
    // A lane that two runs share may go on with the other run, which is another job.
    const nextLane = cachedRun.run.partnerId === undefined ? options.nextLane : randomUUID;
    return await playAttempts({ ...options, ...cachedRun, nextLane });
  } catch (error) {
    if (signal.aborted) return signal.reason as StopReason;
    throw error;
  } finally {
    runs.release(lane.job.runId);
  }
}

async function playAttempts({
  lane,
  storedTurns,
  ...rest
}: LaneOptions & CachedRun): Promise<LaneOutcome> {
  const { signal } = lane.stop;
  let before = storedTurns;
  let isResumed = lane.job.retryCount > 0;
  for (;;) {
    signal.throwIfAborted();
    const { claim } = lane;
    const result = await runAttempt({ ...rest, claim, storedTurns: before, isResumed, signal });
    if (result.state !== 'over') return result.state;
    if (result.nextClaim === undefined) return 'over';
    lane.claim = result.nextClaim;
    before = [];
    isResumed = false;
  }
}
