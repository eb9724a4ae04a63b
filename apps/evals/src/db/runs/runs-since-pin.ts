import { MIN_COVERAGE, type HeadlineResult } from '@fairtrial/contracts';
import { digestPlan } from './plan-digest.ts';
import { BEFORE_FIRST_RUN, type Run } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** More runs would hardly improve the estimate. */
const MAX_RUNS = 50;

/**
 * The name is a range and a sort key, so that the runs are read in the order of `run_by_plan`: otherwise PostgreSQL may
 * read all newer runs of the project to find those of the test.
 */
const SINCE = `
select (s.metric_means->$6->>'mean')::float8 as mean, (s.metric_means->$6->>'se')::float8 as se,
  o.overview->'headline'->>'result' as result
from run r join run_progress p on p.run_id = r.id
  join run_summary s on (s.run_id, s.revision) = (r.id, r.revision)
  join run_overview o on o.run_id = r.id
where r.project = $1 and r.name >= $2 and r.name <= $2 and r.plan_digest = $3 and r.state = 'completed'
  and r.result in ('pass', 'inconclusive') and not r.is_against and r.id < $7
  and r.id >= coalesce((select run_id from pinned_baseline where project = $1 and test_name = $2), $4)
  and p.turns_failed <= $5::float8 * p.turns_total
order by r.name, r.plan_digest, r.id desc limit ${MAX_RUNS}`;

/** Results of runs that did not differ from earlier runs. */
const UNCHANGED: ReadonlySet<HeadlineResult> = new Set([
  'same',
  'inconclusive',
  'gates_inconclusive',
]);

/** Results that do not depend on the model. */
const NOT_ABOUT_MODEL: ReadonlySet<HeadlineResult> = new Set([
  'replies_misread',
  'judge_failed',
  'budget_spent',
  'calls_not_reported',
]);

interface SinceQuery {
  /** The runs must have the plan of this run. */
  readonly baseline: Pick<Run, 'project' | 'plan'>;
  /** Only runs that started before it count, so that a comparison of two runs always gives the same result. */
  readonly candidate: Pick<Run, 'id'>;
  readonly metric: string;
}

interface EarlierRun {
  readonly mean: number | null;
  readonly se: number | null;
  readonly result: HeadlineResult | null;
}

/**
 * Returns the means of the runs with the plan of the baseline, since the pinned baseline of its test or, without one,
 * of the newest 50. Goes back to the last run that changed or was not compared with any: runs before it may have used
 * another model, so their distance is not noise.
 */
export async function loadRunsSincePin(
  tx: SqlExecutor,
  { baseline, candidate, metric }: SinceQuery,
): Promise<readonly { mean: number; se: number }[]> {
  const rows = await queryRows<EarlierRun>(tx, SINCE, [
    baseline.project,
    baseline.plan.testName,
    digestPlan(baseline.plan),
    BEFORE_FIRST_RUN,
    1 - MIN_COVERAGE,
    metric,
    candidate.id,
  ]);
  const runs = rows.filter(({ result }) => result !== null && !NOT_ABOUT_MODEL.has(result));
  const first = runs.findIndex(({ result }) => result === null || !UNCHANGED.has(result));
  const level = first === -1 ? runs : runs.slice(0, first + 1);
  return level.flatMap(({ mean, se }) => (mean === null || se === null ? [] : [{ mean, se }]));
}
