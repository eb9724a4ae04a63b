import type { RunId } from '@assay/contracts';
import { listTurnRows, type TurnRow } from '../db/turns/list-turn-rows.ts';
import type { Tx } from '../db/connection/tx.ts';
import { WORST_SHOWN } from './write-report.ts';

const ANY = { passed: undefined, outcome: undefined, belowOverall: undefined };

/** The interactions to look at first: what did not pass, else the lowest overall scores, then failures that have none. */
export async function listWorst(tx: Tx, runId: RunId): Promise<readonly TurnRow[]> {
  const filter = {
    runId,
    scenarioNo: undefined,
    attemptNo: undefined,
    turnNo: undefined,
    failedCheck: undefined,
    flag: undefined,
    search: undefined,
    sort: 'overall',
    after: undefined,
    limit: WORST_SHOWN,
  } as const;
  const failed = await listTurnRows(tx, { ...filter, ...ANY, passed: false });
  if (failed.length > 0) return failed;
  const lowest = await listTurnRows(tx, { ...filter, ...ANY, belowOverall: 1 });
  if (lowest.length > 0) return lowest;
  return listTurnRows(tx, { ...filter, ...ANY, outcome: 'endpoint_failed' });
}
