import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** Of these runs, those that are over, or gone. */
export async function findEnded(tx: Tx, ids: readonly RunId[]): Promise<readonly RunId[]> {
  const rows = await select<{ id: RunId }>(
    tx,
    `select x.id from unnest($1::uuid[]) x (id) left join run r using (id)
     where r.id is null or r.state in ('completed', 'cancelled', 'failed')`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
