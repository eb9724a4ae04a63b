import type { RunFigures, RunId } from '@assay/contracts';
import { groupTurns, METADATA_DIFFERS } from './group-turns.ts';
import { select, type Tx } from '../connection/tx.ts';

type RowCounts = RunFigures['rows'];

const COUNTS = ['error', 'failed', 'flaky', 'passed', 'scored', 'unscored'].map(
  (status) => `count(*) filter (where status = '${status}')::int as ${status}`,
);

const TALLY = `
select count(*)::int as total, ${COUNTS.join(', ')},
  count(*) filter (where differs)::int as metadata_differs
from (${groupTurns([METADATA_DIFFERS])}) grouped`;

/** How many interactions of a run there are of each status. */
export async function countRows(
  tx: Tx,
  id: RunId,
  passThreshold: number | undefined,
): Promise<RowCounts> {
  const [row] = await select<RowCounts>(tx, TALLY, [id, passThreshold]);
  if (row === undefined) throw new Error('an aggregate without a row');
  return row;
}
