import type { JudgementView } from '@assay/contracts';
import type { Annotation, Judgement } from '@assay/scorers';
import type { JudgementRow } from '../../db/grading/judgement.ts';
import { listJudgements } from '../../db/grading/list-judgements.ts';
import type { Run } from '../../db/runs/run.ts';
import type { TurnOrdinals } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';

/** Every question that was put to a model about one reply; undefined where none is asked. */
export async function viewJudgements(
  tx: Tx,
  { id: runId, plan, revision }: Run,
  place: TurnOrdinals,
): Promise<JudgementView[] | undefined> {
  if (plan.grading === undefined) return undefined;
  const { since } = plan.grading;
  const rows = await listJudgements(tx, { runId, since, revision, first: place, last: place });
  return rows.flatMap((row) => (row.kind === 'probe' ? [] : [toView(row, row.kind)]));
}

function toView(row: JudgementRow, kind: JudgementView['kind']): JudgementView {
  const said = row.result as Judgement | Annotation; // as it was written down
  return {
    kind,
    model: row.model,
    sample: row.sampleNo,
    outcome: row.outcome,
    choice: said.state === 'judged' ? said.choice : null,
    score: row.score,
    rationale: said.state === 'judged' ? said.reason : null,
    failure: 'failure' in said ? said.failure : null,
    usage: row.usage,
    latency_ms: row.latencyMs,
  };
}
