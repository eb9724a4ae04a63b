import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** How much of a scenario was played, over all its attempts. */
export interface ScenarioCounts {
  readonly scenarioNo: number;
  readonly turns: number;
  /** Requests that failed, and replies that did not pass. */
  readonly failed: number;
  readonly latencyMs: number;
}

/** Only the scenarios of which anything was played. */
export function countScenarios(tx: Tx, id: RunId): Promise<readonly ScenarioCounts[]> {
  return select<ScenarioCounts>(
    tx,
    `select scenario_no as "scenarioNo", count(*)::int as turns,
       count(*) filter (where outcome = 'endpoint_failed' or not passed)::int as failed, sum(latency_ms) as "latencyMs"
     from turn where run_id = $1 group by scenario_no order by scenario_no`,
    [id],
  );
}
