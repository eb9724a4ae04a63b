import type { GradingTotal, RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** What one model took that was asked about replies. */
export interface JudgementCounts extends GradingTotal {
  /** Questions that were answered, nobody says with how many tokens. */
  readonly unreported: number;
}

const TALLY = `
select kind, model, count(*)::int as calls,
  count(*) filter (where outcome not in ('judged', 'annotated'))::int as failed,
  count(*) filter (where outcome in ('judged', 'annotated') and
    coalesce((usage->>'input_tokens')::bigint + (usage->>'output_tokens')::bigint, 0) = 0)::int as unreported,
  json_build_object(
    'input_tokens', coalesce(sum((usage->>'input_tokens')::bigint), 0),
    'output_tokens', coalesce(sum((usage->>'output_tokens')::bigint), 0),
    'total_tokens', coalesce(sum((usage->>'total_tokens')::bigint), 0)) as usage
from judgement where run_id = $1 and revision >= $2
group by kind, model order by kind, model`;

/** What the models took that were asked about a run's replies since a revision. */
export function countJudgements(
  tx: Tx,
  id: RunId,
  since: number,
): Promise<readonly JudgementCounts[]> {
  return select<JudgementCounts>(tx, TALLY, [id, since]);
}
