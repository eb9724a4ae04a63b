import { randomUUID } from 'node:crypto';
import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import type { Turn } from '../../db/turns/turn.ts';
import type { Job } from '../../queue/create-queue.ts';
import { runAttempt } from './run-attempt.ts';
import { hasJobPerAttempt, type CachedRun, type RunCache } from './run-cache.ts';
import type { TurnWriter } from './turn-writer.ts';

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

/**
 * over: no attempt is left to play. lost: another worker has the claim. between_turns: paused, without a call in
 * flight.
 */
export type LaneOutcome = 'over' | 'lost' | 'between_turns' | StopReason;

interface LaneOptions {
  readonly lane: Lane;
  /** The stored turns of the first attempt. */
  readonly storedTurns: readonly Turn[];
  readonly runs: RunCache;
  readonly turnWriter: TurnWriter;
  readonly nextLane: () => string;
  readonly isPaused: () => boolean;
}

/** Plays attempts of a run, one after another, until none is left or the lane is stopped. */
export async function playLane(options: LaneOptions): Promise<LaneOutcome> {
  const { lane, runs } = options;
  const { signal } = lane.stop;
  try {
    const cachedRun = await runs.acquire(lane.job.runId);
    if (cachedRun === undefined) return 'over';
    const nextLane = hasJobPerAttempt(cachedRun.run) ? randomUUID : options.nextLane;
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
