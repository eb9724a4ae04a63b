import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** The right to grade a run; writes of an older claim are ignored. */
export interface GradingClaim {
  readonly runId: RunId;
  readonly epoch: number;
  /** Revision of the run; turns get it when they are graded. */
  readonly revision: number;
}

export interface StartedGrading extends GradingClaim {
  /** Number of graded turns, and of all turns. */
  readonly done: number;
  readonly total: number;
}

const BEGIN = `
with begun as (
  update run set grading_epoch = grading_epoch + 1, finishing_at = now()
  where id = $1 and state = 'finishing' and not stop_grading and ($2::int is null or revision = $2)
  returning id, grading_epoch, revision
)
select b.id as "runId", b.grading_epoch as epoch, b.revision,
  (select count(*)::int from turn t join turn_grade g using (run_id, scenario_no, attempt_no, turn_no, try)
    where t.run_id = $1 and g.revision = b.revision) as done,
  (select count(*)::int from turn t where t.run_id = $1) as total
from begun b`;

/**
 * Claims a run for grading by models; `undefined` if grading was cancelled or has ended, or if the run was rescored since
 * the caller read its `revision`.
 */
export async function beginGrading(
  tx: SqlExecutor,
  id: RunId,
  revision?: number,
): Promise<StartedGrading | undefined> {
  const [row] = await queryRows<StartedGrading>(tx, BEGIN, [id, revision]);
  return row;
}
