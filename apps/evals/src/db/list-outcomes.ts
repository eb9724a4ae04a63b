import type { MetadataSource, Outcome, Protocol, RunId, Scores, Usage } from '@assay/contracts';
import { select, type Tx } from './tx.ts';

/** Of a turn, what a summary needs. */
export interface TurnOutcome {
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly turnNo: number;
  readonly outcome: Outcome;
  readonly scores: Scores;
  readonly usage: Usage | null;
  readonly metadataSource: MetadataSource | null;
  readonly protocol: Protocol;
}

const PAGE_ROWS = 2000;

const PAGE = `
select scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", outcome, scores, usage,
  metadata_source as "metadataSource", protocol
from turn
where run_id = $1 and (scenario_no, attempt_no, turn_no) > ($2, $3, $4)
order by scenario_no, attempt_no, turn_no limit ${PAGE_ROWS}`;

/** In order, page by page. */
export async function* listOutcomes(tx: Tx, id: RunId): AsyncGenerator<readonly TurnOutcome[]> {
  let after: readonly number[] = [-1, -1, -1];
  for (;;) {
    const page = await select<TurnOutcome>(tx, PAGE, [id, ...after]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < PAGE_ROWS) return;
    after = [last.scenarioNo, last.attemptNo, last.turnNo];
  }
}
