import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** Long enough for a summary that somebody is at. */
const PATIENCE = '20 seconds';

/** Runs whose summary nobody seems to write: whoever was to ask for it is gone. Each is told once in a while. */
export async function reclaimStaleRuns(tx: Tx): Promise<readonly RunId[]> {
  const rows = await select<{ id: RunId }>(
    tx,
    `update run set finishing_at = now()
     where state = 'finishing' and finishing_at < now() - $1::interval
     returning id`,
    [PATIENCE],
  );
  return rows.map(({ id }) => id);
}
