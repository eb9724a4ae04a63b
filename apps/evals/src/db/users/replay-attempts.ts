import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/**
 * Moves the turns of spoiled conversations to turn_superseded and queues their attempts again, after all others. The
 * grading epoch decides which of two workers does it. Audits stay on record, with the answers of judges that they were
 * made from; other judgements of these attempts are deleted. With a budget, only attempts that fit are played again: the
 * first ones.
 */
const REPLAY = `
with progress as materialized (
  select run_id, attempts_planned, call_budget - calls_reserved as calls_left from run_progress
  where run_id = $1 for no key update
), spoiled as materialized (
  select x.* from (
    select s.*, sum(s.turns) over (order by s.scenario_no, s.attempt_no) as calls
    from unnest($3::int[], $4::int[], $5::int[]) s (scenario_no, attempt_no, turns)
  ) x, progress p where coalesce(x.calls <= p.calls_left, true)
), again as (
  update run r set state = 'running' from progress p
  where r.id = p.run_id and r.state = 'finishing' and r.grading_epoch = $2 and not r.is_cancelled and not r.stop_grading
    and r.stopped_by is null and exists (select from spoiled)
  returning r.id
), chosen as materialized (
  select s.*, row_number() over (order by s.scenario_no, s.attempt_no)::int - 1 as ordinal from spoiled s, again
), removed as (
  delete from turn t using chosen c
  where t.run_id = $1 and (t.scenario_no, t.attempt_no) = (c.scenario_no, c.attempt_no)
  returning t.*
), superseded as (
  insert into turn_superseded select * from removed
), ungraded as (
  delete from conversation_grade s using chosen c
  where s.run_id = $1 and (s.scenario_no, s.attempt_no) = (c.scenario_no, c.attempt_no)
), unjudged as (
  delete from judgement j using chosen c
  where j.run_id = $1 and (j.scenario_no, j.attempt_no) = (c.scenario_no, c.attempt_no) and j.kind <> 'audit'
), size as (
  select count(*)::int as attempts, least(count(*)::int, cardinality($6::uuid[])) as lanes,
    coalesce(sum(turns), 0)::int as turns from chosen
), queued as (
  update attempt a set play_order = p.attempts_planned + c.ordinal, try = a.try + 1, epoch = 0, replays = a.replays + 1,
    state = case when c.ordinal < s.lanes then 'queued' else 'waiting' end, lane = ($6::uuid[])[c.ordinal + 1]
  from chosen c, progress p, size s
  where (a.run_id, a.scenario_no, a.attempt_no) = ($1, c.scenario_no, c.attempt_no)
), moved as (
  update run_progress p set seq = p.seq + 1,
    turns_finished = p.turns_finished - (select count(*)::int from removed),
    turns_failed = p.turns_failed - (select count(*)::int from removed where outcome = 'endpoint_failed'),
    turns_total = p.turns_total + s.turns - (select count(*)::int from removed),
    attempts_open = s.attempts, attempts_next = p.attempts_planned + s.lanes,
    attempts_planned = p.attempts_planned + s.attempts
  from again g, size s where p.run_id = g.id
  returning p.run_id, p.seq, p.turns_total, s.attempts, s.lanes
), event as (
  insert into run_event (run_id, seq, kind, data)
  select run_id, seq, 'run-replayed', json_build_object('attempts', attempts, 'total', turns_total) from moved
)
select lanes from moved`;

/** An attempt to play again, and the number of its planned turns. */
export interface SpoiledAttempt {
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly turns: number;
}

interface Replay {
  /** The claim on grading under which the attempts were audited. */
  readonly epoch: number;
  readonly attempts: readonly SpoiledAttempt[];
  /** Lanes that can be used. */
  readonly lanes: readonly string[];
}

/** Returns the number of lanes that are used; `undefined` if no attempt is played again. */
export async function replayAttempts(
  tx: SqlExecutor,
  id: RunId,
  { epoch, attempts, lanes }: Replay,
): Promise<number | undefined> {
  const [row] = await queryRows<{ lanes: number }>(tx, REPLAY, [
    id,
    epoch,
    attempts.map(({ scenarioNo }) => scenarioNo),
    attempts.map(({ attemptNo }) => attemptNo),
    attempts.map(({ turns }) => turns),
    lanes,
  ]);
  return row?.lanes;
}
