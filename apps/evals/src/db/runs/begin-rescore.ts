import type { RunId } from '@fairtrial/contracts';
import { digestPlan } from './plan-digest.ts';
import { toPlanText } from './plan-text.ts';
import type { RunPlan } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

const RESCORE = `
with progress as materialized (
  select run_id from run_progress where run_id = $1 for no key update
), again as (
  update run r set state = 'finishing', finishing_at = now(), finished_at = null, stop_grading = false,
    grading_epoch = grading_epoch + 1, result = null, revision = $2, plan = $3, plan_digest = $4, is_graded = $5
  from progress p where r.id = p.run_id and r.state in ('completed', 'cancelled') and r.revision = $2 - 1
  returning r.id, r.revision
), moved as (
  update run_progress p set seq = p.seq + 1 from again g where p.run_id = g.id
  returning p.run_id, p.seq, g.revision
)
insert into run_event (run_id, seq, kind, data)
select run_id, seq, 'run-rescored', json_build_object('revision', revision) from moved
returning run_id`;

/**
 * Starts rescoring a finished run with another plan. Returns false if the run has not ended or another request was
 * first.
 */
export async function beginRescore(
  tx: SqlExecutor,
  id: RunId,
  { revision, plan }: { readonly revision: number; readonly plan: RunPlan },
): Promise<boolean> {
  const values = [id, revision, toPlanText(plan), digestPlan(plan), plan.grading !== undefined];
  return (await queryRows(tx, RESCORE, values)).length > 0;
}
