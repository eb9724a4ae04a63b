import type { RunOverview, RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** A run that was played again has another one at its next end. */
export async function storeOverview(tx: Tx, id: RunId, overview: RunOverview): Promise<void> {
  await select(
    tx,
    `insert into run_overview (run_id, overview) select id, $2 from run where id = $1
     on conflict (run_id) do update set overview = excluded.overview`,
    [id, JSON.stringify(overview)],
  );
}
