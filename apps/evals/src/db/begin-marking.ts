import type { RunId } from '@assay/contracts';
import type { MarkingClaim } from './marking-claim.ts';
import { select, type Tx } from './tx.ts';

export interface BegunMarking extends MarkingClaim {
  /** Turns that have their marks, and turns there are. */
  readonly done: number;
  readonly total: number;
}

const BEGIN = `
with begun as (
  update run set marking_epoch = marking_epoch + 1, finishing_at = now()
  where id = $1 and state = 'finishing' and not stop_marking
  returning id, marking_epoch, revision
)
select b.id as "runId", b.marking_epoch as epoch, b.revision,
  (select count(*)::int from turn t where t.run_id = $1 and t.revision = b.revision) as done,
  (select count(*)::int from turn t where t.run_id = $1) as total
from begun b`;

/** Takes a run over, to have its replies looked at by models. Undefined where nobody wants that any more. */
export async function beginMarking(tx: Tx, id: RunId): Promise<BegunMarking | undefined> {
  const [row] = await select<BegunMarking>(tx, BEGIN, [id]);
  return row;
}
