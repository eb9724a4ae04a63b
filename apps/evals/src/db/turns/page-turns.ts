import type { RunId } from '@assay/contracts';
import type { TurnOrdinals } from './turn.ts';
import { select, type Tx } from '../connection/tx.ts';

/** The turns of a run in order, some columns of them, page by page. */
export async function* pageTurns<Row extends TurnOrdinals>(
  tx: Tx,
  id: RunId,
  { columns, rows }: { readonly columns: string; readonly rows: number },
): AsyncGenerator<readonly Row[]> {
  const statement = `
    select scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", ${columns}
    from turn
    where run_id = $1 and (scenario_no, attempt_no, turn_no) > ($2, $3, $4)
    order by scenario_no, attempt_no, turn_no limit ${rows}`;
  let after: readonly number[] = [-1, -1, -1];
  for (;;) {
    const page = await select<Row>(tx, statement, [id, ...after]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < rows) return;
    after = [last.scenarioNo, last.attemptNo, last.turnNo];
  }
}
