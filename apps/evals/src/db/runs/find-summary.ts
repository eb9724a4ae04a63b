import type { RunId } from '@assay/contracts';
import type { RunSummary } from './run-summary.ts';
import { select, type Tx } from '../connection/tx.ts';

export async function findSummary(tx: Tx, id: RunId): Promise<RunSummary | undefined> {
  const [row] = await select<{ summary: RunSummary }>(
    tx,
    `select s.summary from run_summary s join run r on (r.id, r.revision) = (s.run_id, s.revision)
     where s.run_id = $1`,
    [id],
  );
  return row?.summary;
}
