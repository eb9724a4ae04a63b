import { MIN_COVERAGE, toStorable } from '@assay/contracts';
import { digestPlan } from './plan-digest.ts';
import type { Run } from './run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** More runs would hardly change the estimate. */
const MAX_RUNS = 50;

const SINCE = `
select (s.summary->'stats'->'overall'->>'mean')::float8 as mean, (s.summary->'stats'->'overall'->>'se')::float8 as se
from run r join run_progress p on p.run_id = r.id
  join run_summary s on (s.run_id, s.revision) = (r.id, r.revision)
where r.project = $1 and r.name = $2 and r.plan_digest = $3 and r.state = 'completed'
  and r.result in ('pass', 'inconclusive')
  and r.id >= coalesce((select run_id from pinned_baseline where project = $1 and test_name = $2), $4)
  and p.turns_failed <= $5::float8 * p.turns_total
order by r.id desc limit ${MAX_RUNS}`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The means of the runs that asked the same as this one and did not fail, since the pinned baseline of its test or,
 * without one, the newest 50. Runs of which too many requests failed are left out.
 */
export async function loadRunsSincePin(
  tx: SqlExecutor,
  { project, plan }: Pick<Run, 'project' | 'plan'>,
): Promise<readonly { mean: number; se: number }[]> {
  const rows = await queryRows<{ mean: number | null; se: number | null }>(tx, SINCE, [
    project,
    toStorable(plan.testName).text,
    digestPlan(plan),
    FIRST_ID,
    1 - MIN_COVERAGE,
  ]);
  return rows.flatMap(({ mean, se }) => (mean === null || se === null ? [] : [{ mean, se }]));
}
