import type { RunId } from '@assay/contracts';
import { listTurnRows, type TurnRow } from '../db/list-turn-rows.ts';
import type { Tx } from '../db/tx.ts';
import { WORST_SHOWN } from './write-report.ts';

/** The interactions to look at first: the lowest overall scores, then failures that have none. */
export async function listWorst(tx: Tx, runId: RunId): Promise<readonly TurnRow[]> {
  const filter = {
    runId,
    scenarioNo: undefined,
    attemptNo: undefined,
    turnNo: undefined,
    flag: undefined,
    search: undefined,
    sort: 'overall',
    after: undefined,
    limit: WORST_SHOWN,
  } as const;
  const lowest = await listTurnRows(tx, { ...filter, outcome: undefined, belowOverall: 1 });
  if (lowest.length > 0) return lowest;
  return listTurnRows(tx, { ...filter, outcome: 'endpoint_failed', belowOverall: undefined });
}
