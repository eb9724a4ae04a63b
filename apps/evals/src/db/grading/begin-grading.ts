import type { RunId } from '@assay/contracts';
import type { GradingClaim } from './grading-claim.ts';
import { select, type Tx } from '../connection/tx.ts';

export interface BegunGrading extends GradingClaim {
  /** Turns that have their grades, and turns there are. */
  readonly done: number;
  readonly total: number;
}

const BEGIN = `
with begun as (
  update run set grading_epoch = grading_epoch + 1, finishing_at = now()
  where id = $1 and state = 'finishing' and not stop_grading
  returning id, grading_epoch, revision
)
select b.id as "runId", b.grading_epoch as epoch, b.revision,
  (select count(*)::int from turn t where t.run_id = $1 and t.revision = b.revision) as done,
  (select count(*)::int from turn t where t.run_id = $1) as total
from begun b`;

/** Takes a run over, to have its replies looked at by models. Undefined where nobody wants that any more. */
export async function beginGrading(tx: Tx, id: RunId): Promise<BegunGrading | undefined> {
  const [row] = await select<BegunGrading>(tx, BEGIN, [id]);
  return row;
}
