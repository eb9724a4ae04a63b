import type { RunDigest, RunId } from '@assay/contracts';
import { select, type Tx } from './tx.ts';

/** A run that was played again has another one at its next end. */
export async function storeDigest(tx: Tx, id: RunId, digest: RunDigest): Promise<void> {
  await select(
    tx,
    `insert into run_digest (run_id, digest) select id, $2 from run where id = $1
     on conflict (run_id) do update set digest = excluded.digest`,
    [id, JSON.stringify(digest)],
  );
}
