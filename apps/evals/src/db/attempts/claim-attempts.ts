import type { StoredRunState } from '../runs/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import type { AttemptKey } from '../turns/turn.ts';

/** An attempt claimed by a worker. A lane is a job that plays one attempt after the other. */
export interface AttemptClaim extends AttemptKey {
  readonly lane: string;
  /** Number of the lane's claim; writes of an older claim are ignored. */
  readonly epoch: number;
  /** How many times the attempt was played before. */
  readonly try: number;
}

/** The queue's job of a lane. */
export interface LaneJob {
  readonly id: string;
  /** How many workers lost it before. */
  readonly retryCount: number;
}

export interface ClaimedAttempt extends AttemptClaim {
  readonly runState: StoredRunState;
}

/** Attempts are locked in the order of their key, as appends and cancels do, to avoid deadlocks. */
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

/** Claims the attempt of each job. A job without a claimed attempt has nothing left to play. */
export function claimAttempts(
  tx: SqlExecutor,
  jobs: readonly LaneJob[],
): Promise<readonly ClaimedAttempt[]> {
  const values = [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)];
  return queryRows<ClaimedAttempt>(tx, CLAIM, values);
}
