import type { RunId } from '@assay/contracts';
import type { JudgementRow } from './judgement.ts';
import type { TurnOrdinals } from '../turns/turn.ts';
import { select, type Tx } from '../connection/tx.ts';

export interface JudgementFilter {
  readonly runId: RunId;
  /** Only what was said since then counts. */
  readonly since: number;
  /** Of earlier revisions only what came to something: the rest is asked again. */
  readonly revision: number;
  /** Both included. */
  readonly first: TurnOrdinals;
  readonly last: TurnOrdinals;
}

/** In order; where something was asked again, the last answer only. */
const LIST = `
select distinct on (scenario_no, attempt_no, turn_no, kind, model, sample_no)
  scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", kind, model, sample_no as "sampleNo",
  outcome, score, result, usage, latency_ms as "latencyMs"
from judgement
where run_id = $1 and (scenario_no, attempt_no, turn_no) between ($4, $5, $6) and ($7, $8, $9)
  and revision between $2 and $3 and (revision = $3 or outcome in ('judged', 'annotated'))
order by scenario_no, attempt_no, turn_no, kind, model, sample_no, revision desc`;

/** What models have said of the turns from one place to another. */
export function listJudgements(tx: Tx, filter: JudgementFilter): Promise<readonly JudgementRow[]> {
  const { runId, since, revision, first, last } = filter;
  return select<JudgementRow>(tx, LIST, [
    runId,
    since,
    revision,
    ...[first, last].flatMap(({ scenarioNo, attemptNo, turnNo }) => [
      scenarioNo,
      attemptNo,
      turnNo,
    ]),
  ]);
}
