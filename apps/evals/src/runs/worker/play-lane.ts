import type { AttemptClaim } from '../../db/attempts/attempt-claim.ts';
import type { Turn } from '../../db/turns/turn.ts';
import type { Job } from '../../queue/job.ts';
import type { TurnWriter } from './turn-writer.ts';
import type { RunCache } from './run-cache.ts';
import { runAttempt } from './run-attempt.ts';

/** A job in our hands, and the attempt it is at. */
export interface Lane {
  readonly job: Job;
  /** By performance.now() */
  readonly since: number;
  readonly stop: AbortController;
  held: AttemptClaim;
}

/** Why a lane is stopped in the middle of a turn. */
export type StopReason = 'cancelled' | 'paused';

/** over: nothing is left for it. lost: somebody else has it. The others say what to do with the rest. */
export type LaneEnd = 'over' | 'lost' | StopReason;

interface LaneOptions {
  readonly lane: Lane;
  /** What is on record of the first attempt. */
  readonly played: readonly Turn[];
  readonly runs: RunCache;
  readonly journal: TurnWriter;
  readonly nextLane: () => string;
  readonly isPaused: () => boolean;
}

/** Plays attempts of a run, one after the other, until there are none or somebody says stop. */
export async function playLane(options: LaneOptions): Promise<LaneEnd> {
  const { lane, runs } = options;
  const { signal } = lane.stop;
  try {
    const heldRun = await runs.take(lane.job.runId);
    return heldRun === undefined ? 'over' : await playAll({ ...options, ...heldRun });
  } catch (error) {
    if (signal.aborted) return signal.reason as StopReason;
    throw error;
  } finally {
    runs.release(lane.job.runId);
  }
}

type All = LaneOptions & NonNullable<Awaited<ReturnType<RunCache['take']>>>;

async function playAll({ lane, played, ...play }: All): Promise<LaneEnd> {
  let before = played;
  let isResumed = lane.job.retryCount > 0;
  for (;;) {
    lane.stop.signal.throwIfAborted();
    const { held, stop } = lane;
    const result = await runAttempt({
      ...play,
      held,
      played: before,
      isResumed,
      signal: stop.signal,
    });
    if (result.state !== 'over') return result.state;
    if (result.following === undefined) return 'over';
    lane.held = result.following;
    before = [];
    isResumed = false;
  }
}
