import type { RunId } from '@fairtrial/contracts';
import type { StoredRunState } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import type { AttemptKey } from '../../entities/turn.ts';
import { isRun, rangeOfRuns } from '../partitions/partition.ts';
import { unplayedTurns } from './call-budget.ts';

/** An attempt claimed by a worker. A lane is a job that plays attempts one after another. */
export interface AttemptClaim extends AttemptKey {
  readonly lane: string;
  /** Number of the lane's claim; writes of an older claim are ignored. */
  readonly epoch: number;
  /** Number of earlier tries of the attempt. */
  readonly try: number;
}

/** The queue's job of a lane. */
export interface LaneJob {
  readonly id: string;
  readonly runId: RunId;
  /** Number of earlier claims, regardless of how they ended. */
  readonly retryCount: number;
}

export interface ClaimedAttempt extends AttemptClaim {
  readonly runState: StoredRunState;
}

const RANGE = { first: '$4', last: '$5' };

/**
 * Locks the progress of runs with a budget first, then attempts in key order, as appends and cancels do, to avoid
 * deadlocks. With a budget, a starting attempt reserves a call for each missing turn. An attempt that lost its worker
 * has already reserved them; it reserves one more, because a call may have been in flight. A repeated claim (the answer
 * to the first was lost) reserves nothing. Attempts that do not fit into the budget are not claimed.
 */
const CLAIM = `
with jobs as materialized (
  select * from unnest($1::uuid[], $2::int[], $3::uuid[]) x (lane, epoch, run_id)
), budget as materialized (
  select p.* from (select distinct run_id from jobs order by run_id) x cross join lateral (
    select run_id, call_budget - calls_reserved as calls_left, scenario_turns from run_progress
    where run_id = x.run_id and call_budget is not null
    for no key update
  ) p
), found as materialized (
  select a.*, x.lane, x.epoch from jobs x cross join lateral (
    select run_id, scenario_no, attempt_no from attempt
    where ${isRun('run_id', { runId: 'x.run_id', ...RANGE })} and lane = x.lane
      and state in ('queued', 'running') offset 0
  ) a
  where (select count(*) from budget) >= 0
  order by a.run_id, a.scenario_no, a.attempt_no
), held as materialized (
  select a.*, f.epoch from found f cross join lateral (
    select run_id, scenario_no, attempt_no, play_order, state, epoch as last_epoch, lane from attempt
    where ${isRun('run_id', { runId: 'f.run_id', ...RANGE })}
      and (scenario_no, attempt_no, lane) = (f.scenario_no, f.attempt_no, f.lane) and state in ('queued', 'running') and epoch <= f.epoch
    for no key update
  ) a
), needed as materialized (
  select a.*, p.calls_left,
    case when p.run_id is null then 0 when a.state = 'queued' then ${unplayedTurns(RANGE)}
      when a.last_epoch < a.epoch then 1 else 0 end as calls
  from held a left join budget p using (run_id)
), fitted as materialized (
  select *, coalesce(sum(calls) over (partition by run_id order by state desc, play_order) <= calls_left, true) as fits
  from needed
), reserved as (
  update run_progress p set calls_reserved = p.calls_reserved + n.calls
  from (select run_id, sum(calls)::int as calls from fitted where fits group by run_id) n
  where p.run_id = any($3) and p.run_id = n.run_id and n.calls > 0
), claimed as (
  update attempt a set state = 'running', epoch = f.epoch
  from fitted f join run r on r.id = f.run_id
  where f.fits and ${isRun('a.run_id', { runId: 'f.run_id', ...RANGE })}
    and (a.scenario_no, a.attempt_no) = (f.scenario_no, f.attempt_no)
  returning a.run_id, a.scenario_no, a.attempt_no, a.lane, a.epoch, a.try, r.state
)
select run_id as "runId", scenario_no as "scenarioNo", attempt_no as "attemptNo", lane, epoch, try,
  state as "runState", true as fits from claimed
union all
select run_id, scenario_no, attempt_no, lane, epoch, 0, 'running', false from fitted where not fits`;

/** The claimed attempts, and those that do not fit into the budget of their run. */
export interface Claims {
  readonly claimed: readonly ClaimedAttempt[];
  readonly refused: readonly Pick<ClaimedAttempt, 'runId' | 'lane' | 'epoch'>[];
}

/** Claims the attempt of each job. A job without an attempt in the result has nothing left to play. */
export async function claimAttempts(tx: SqlExecutor, jobs: readonly LaneJob[]): Promise<Claims> {
  const values = [
    jobs.map(({ id }) => id),
    jobs.map(({ retryCount }) => retryCount),
    jobs.map(({ runId }) => runId),
    ...rangeOfRuns(jobs.map(({ runId }) => runId)),
  ];
  const rows = await queryRows<ClaimedAttempt & { readonly fits: boolean }>(tx, CLAIM, values);
  return {
    claimed: rows.filter(({ fits }) => fits),
    refused: rows.filter(({ fits }) => !fits),
  };
}

/**
 * Passes a claim on to the next worker of its lane between two turns. The next claim then has the stored epoch, so it
 * reserves no call for a request in flight.
 */
export async function passOnClaim(tx: SqlExecutor, claim: AttemptClaim): Promise<void> {
  await queryRows(
    tx,
    `update attempt set epoch = epoch + 1
     where (run_id, scenario_no, attempt_no, lane, epoch) = ($1, $2, $3, $4, $5) and state = 'running'`,
    [claim.runId, claim.scenarioNo, claim.attemptNo, claim.lane, claim.epoch],
  );
}
