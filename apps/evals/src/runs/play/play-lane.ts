import { randomUUID } from 'node:crypto';
import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listPlayedTurns } from '../../db/turns/list-turns.ts';
import type { Turn } from '../../entities/turn.ts';
import { JOB_HELD_MS, type Job, type Queue } from '../../queue/create-queue.ts';
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
  /** By performance.now(): start of the last statement that fetched or touched the job. */
  provenAt: number;
}

/** Why a lane is stopped in the middle of a turn. lost: another worker has the claim. */
type StopReason = 'cancelled' | 'paused' | 'lost';

/** over: no attempt is left to play. between_turns: paused, without a call in flight. */
export type LaneOutcome = 'over' | 'between_turns' | StopReason;

interface LaneOptions {
  readonly tx: SqlExecutor;
  readonly queue: Pick<Queue, 'touch'>;
  readonly lane: Lane;
  readonly runs: RunCache;
  readonly turnWriter: TurnWriter;
  readonly nextLane: () => string;
  readonly isPaused: () => boolean;
}

/**
 * A claim that was proven longer ago is proven again before a request: the rest of the time is left to connect to the
 * endpoint. Heartbeats prove claims as often.
 */
const FRESH_MS = 4000;

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

/**
 * Stops the lane if another worker has its job; otherwise returns when a request must be started. So a process that was
 * paused does not repeat a call that another worker has already made.
 */
async function proveClaim(lane: Lane, queue: LaneOptions['queue']): Promise<number> {
  const { job, stop } = lane;
  if (performance.now() - lane.provenAt > FRESH_MS) {
    const provenAt = await retryWhileUnavailable(async () => {
      const startedAt = performance.now();
      const held = await queue.touch([job]);
      if (!held.has(job)) stop.abort('lost' satisfies StopReason);
      return startedAt;
    }, stop.signal);
    lane.provenAt = Math.max(lane.provenAt, provenAt);
    stop.signal.throwIfAborted();
  }
  return lane.provenAt + JOB_HELD_MS;
}

async function playAttempts({ tx, lane, ...rest }: LaneOptions & CachedRun): Promise<LaneOutcome> {
  const { signal } = lane.stop;
  const beforeRequest = (): Promise<number> => proveClaim(lane, rest.queue);
  let isResumed = lane.job.retryCount > 0;
  for (;;) {
    signal.throwIfAborted();
    const { claim } = lane;
    const storedTurns = await listStoredTurns(tx, claim, signal);
    const attempt = { claim, storedTurns, isResumed, beforeRequest, signal };
    const result = await runAttempt({ ...rest, ...attempt });
    if (result.state !== 'over') return result.state;
    if (result.nextClaim === undefined) return 'over';
    lane.claim = result.nextClaim;
    isResumed = false;
  }
}

/**
 * Read for every attempt of a lane: each attempt of a retried run has answered turns that must not be sent again. Only
 * attempts that were tried before, or whose lane was claimed before, can have stored turns.
 */
async function listStoredTurns(
  tx: SqlExecutor,
  claim: AttemptClaim,
  signal: AbortSignal,
): Promise<readonly Turn[]> {
  if (claim.try === 0 && claim.epoch === 0) return [];
  return retryWhileUnavailable(() => listPlayedTurns(tx, [claim]), signal);
}
