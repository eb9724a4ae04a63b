import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** A scenario of a run: what it is known by, and the means of its attempts. */
export interface ScenarioScores {
  readonly id: string;
  readonly name: string;
  readonly script: string;
  readonly scores: readonly number[];
  readonly hasSameReplies: boolean;
}

/** The scenarios of some runs, each run's in the order of its plan. As one value a run: rows cost four times as much. */
export async function listScenarioScores(
  tx: Tx,
  runs: readonly RunId[],
): Promise<ReadonlyMap<RunId, readonly ScenarioScores[]>> {
  const rows = await select<{ runId: RunId; scenarios: readonly ScenarioScores[] }>(
    tx,
    `select run_id as "runId", json_agg(json_build_object('id', scenario_id, 'name', name, 'script', script,
       'scores', scores, 'hasSameReplies', has_same_replies) order by scenario_no) as scenarios
     from run_scenario where run_id = any($1::uuid[]) group by run_id`,
    [runs],
  );
  return new Map(rows.map(({ runId, scenarios }) => [runId, scenarios]));
}
