import type { HeldAttempt } from './attempt.ts';
import type { StoredState } from './run.ts';
import { select, type Tx } from './tx.ts';

export interface Claim {
  /** The job, and how often it was taken from somebody before. */
  readonly id: string;
  readonly retryCount: number;
}

export interface ClaimedAttempt extends HeldAttempt {
  readonly runState: StoredState;
}

const CLAIM = `
update attempt a set state = 'running', epoch = x.epoch
from unnest($1::uuid[], $2::int[]) x (lane, epoch), run r
where a.lane = any($1) and a.lane = x.lane and a.state in ('queued', 'running') and a.epoch <= x.epoch and r.id = a.run_id
returning a.run_id as "runId", a.scenario_no as "scenarioNo", a.attempt_no as "attemptNo", a.lane, a.epoch, a.try,
  r.state as "runState"`;

/** Takes over what these jobs play. A job that gets nothing back has nothing left to play. */
export function claimAttempts(tx: Tx, jobs: readonly Claim[]): Promise<readonly ClaimedAttempt[]> {
  const values = [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)];
  return select<ClaimedAttempt>(tx, CLAIM, values);
}
