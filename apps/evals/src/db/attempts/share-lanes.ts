import type { RunId } from '@fairtrial/contracts';
import type { StoredRunState } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { isRun, rangeOfRuns } from '../partitions/partition.ts';

/** A free lane of a run that is played together with a partner. */
export interface FreeLane {
  readonly runId: RunId;
  readonly partnerId: RunId;
  readonly lane: string;
}

/** An attempt assigned to a lane, which is a job to enqueue. */
export interface QueuedAttempt {
  readonly runId: RunId;
  readonly lane: string;
}

/** Locks the progress of runs in id order, as every statement that locks several runs does. */
export async function lockProgress(tx: SqlExecutor, runIds: readonly RunId[]): Promise<void> {
  await queryRows(
    tx,
    'select run_id from run_progress where run_id = any($1) order by run_id for no key update',
    [[...new Set(runIds)]],
  );
}

/**
 * Assigns the next attempt of the run that is behind to each free lane. So neither model gets ahead of the other by
 * more than the attempts in progress. The caller has locked the progress of both runs.
 */
export async function shareLanes(
  tx: SqlExecutor,
  lanes: readonly FreeLane[],
): Promise<readonly QueuedAttempt[]> {
  const runIds = lanes.flatMap(({ runId, partnerId }) => [runId, partnerId]);
  const progress = new Map(
    (await listProgress(tx, [...new Set(runIds)])).map((row) => [row.runId, { ...row }]),
  );
  const given = lanes.flatMap(({ runId, partnerId, lane }) => {
    // The partner comes first, so it goes next if both are equally far.
    const [behind] = [partnerId, runId]
      .flatMap((id) => progress.get(id) ?? [])
      .filter(({ state, next, planned }) => state === 'running' && next < planned)
      .toSorted((a, b) => a.next - b.next);
    if (behind === undefined) return [];
    behind.next += 1;
    return [{ runId: behind.runId, playOrder: behind.next - 1, lane }];
  });
  if (given.length === 0) return [];
  return queryRows<QueuedAttempt>(tx, GIVE, [
    given.map(({ runId }) => runId),
    given.map(({ playOrder }) => playOrder),
    given.map(({ lane }) => lane),
    ...rangeOfRuns(given.map(({ runId }) => runId)),
  ]);
}

interface ProgressRow {
  readonly runId: RunId;
  readonly state: StoredRunState;
  readonly planned: number;
  next: number;
}

function listProgress(tx: SqlExecutor, runIds: readonly RunId[]): Promise<readonly ProgressRow[]> {
  return queryRows<ProgressRow>(
    tx,
    `select p.run_id as "runId", r.state, p.attempts_planned as planned, p.attempts_next as next
     from run_progress p join run r on r.id = p.run_id where p.run_id = any($1)`,
    [runIds],
  );
}

const GIVE = `
with given as materialized (
  select * from unnest($1::uuid[], $2::int[], $3::uuid[]) x (run_id, play_order, lane)
), moved as (
  update run_progress p set attempts_next = p.attempts_next + g.attempts
  from (select run_id, count(*)::int as attempts from given group by run_id) g where p.run_id = g.run_id
)
update attempt a set state = 'queued', lane = x.lane, epoch = 0
from given x where ${isRun('a.run_id', { runId: 'x.run_id', first: '$4', last: '$5' })} and a.play_order = x.play_order and a.state = 'waiting'
returning a.run_id as "runId", x.lane`;
