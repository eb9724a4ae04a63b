import type { AttemptClaim } from './attempt-claim.ts';
import type { StoredState } from '../runs/run.ts';
import { select, type Tx } from '../connection/tx.ts';

export interface Claim {
  /** The job, and how often it was taken from somebody before. */
  readonly id: string;
  readonly retryCount: number;
}

export interface ClaimedAttempt extends AttemptClaim {
  readonly runState: StoredState;
}

/** Attempts are locked in the order of their key, as appends and cancels do: else they could wait for each other for ever. */
const CLAIM = `
with claimed as materialized (
  select a.run_id, a.scenario_no, a.attempt_no, x.epoch
  from unnest($1::uuid[], $2::int[]) x (lane, epoch) join attempt a using (lane)
  where a.lane = any($1) and a.state in ('queued', 'running') and a.epoch <= x.epoch
  order by a.run_id, a.scenario_no, a.attempt_no
  for no key update of a
)
update attempt a set state = 'running', epoch = c.epoch
from claimed c join run r on r.id = c.run_id
where (a.run_id, a.scenario_no, a.attempt_no) = (c.run_id, c.scenario_no, c.attempt_no)
returning a.run_id as "runId", a.scenario_no as "scenarioNo", a.attempt_no as "attemptNo", a.lane, a.epoch, a.try,
  r.state as "runState"`;

/** Takes over what these jobs play. A job that gets nothing back has nothing left to play. */
export function claimAttempts(tx: Tx, jobs: readonly Claim[]): Promise<readonly ClaimedAttempt[]> {
  const values = [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)];
  return select<ClaimedAttempt>(tx, CLAIM, values);
}
