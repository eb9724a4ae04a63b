import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** Records that the summaries of these runs are being written, so that no other worker takes them over. */
export async function touchFinishing(tx: Tx, ids: readonly RunId[]): Promise<void> {
  await select(
    tx,
    `update run set finishing_at = now() where id = any($1) and state = 'finishing'`,
    [ids],
  );
}
