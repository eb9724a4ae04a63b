import type { RunFigures, RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

export type TurnCounts = Pick<RunFigures, 'histogram' | 'latency_ms'>;

const PARTS = 20;

/** How the scores of a run are spread, and how long its answers took. */
export async function countTurns(tx: Tx, id: RunId): Promise<TurnCounts> {
  const [row] = await select<{ parts: Record<string, number>; quantiles: number[] | null }>(
    tx,
    `with played as materialized (
       select overall, outcome, latency_ms from turn where run_id = $1
     ), counted as (
       select least(width_bucket(overall, 0, 1, ${PARTS}), ${PARTS}) as part, count(*) as turns
       from played where overall is not null group by part
     )
     select coalesce((select json_object_agg(part, turns) from counted), '{}') as parts,
       (select percentile_cont(array[0.5, 0.95]) within group (order by latency_ms)
        from played where outcome = 'answered') as quantiles`,
    [id],
  );
  const [median, p95] = row?.quantiles ?? [];
  return {
    histogram: Array.from({ length: PARTS }, (_, at) => row?.parts[at + 1] ?? 0),
    latency_ms: median === undefined || p95 === undefined ? null : { median, p95 },
  };
}
