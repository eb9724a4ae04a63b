import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** How long a run took, by its first summary: scoring it anew does not make it longer. */
export async function findDuration(tx: Tx, id: RunId): Promise<number | undefined> {
  const [row] = await select<{ durationMs: number }>(
    tx,
    `select (summary->>'durationMs')::float8 as "durationMs" from run_summary
     where run_id = $1 order by revision limit 1`,
    [id],
  );
  return row?.durationMs;
}
