import type { RunId } from '@assay/contracts';
import { select, type Tx } from './tx.ts';

/** Somebody is at the ends of these runs, however long it takes. */
export async function keepFinishing(tx: Tx, ids: readonly RunId[]): Promise<void> {
  await select(
    tx,
    `update run set finishing_at = now() where id = any($1) and state = 'finishing'`,
    [ids],
  );
}
