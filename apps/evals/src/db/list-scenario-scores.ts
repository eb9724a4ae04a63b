import type { RunId } from '@assay/contracts';
import { select, type Tx } from './tx.ts';

/** A scenario of a run: what it is known by, and the means of its attempts. */
export interface ScenarioScores {
  readonly runId: RunId;
  readonly id: string;
  readonly name: string;
  readonly script: string;
  readonly scores: readonly number[];
  readonly hasSameReplies: boolean;
}

/** Those of some runs, each in the order of its plan. */
export function listScenarioScores(
  tx: Tx,
  runs: readonly RunId[],
): Promise<readonly ScenarioScores[]> {
  return select<ScenarioScores>(
    tx,
    `select run_id as "runId", scenario_id as id, name, script, scores, has_same_replies as "hasSameReplies"
     from run_scenario where run_id = any($1::uuid[]) order by run_id, scenario_no`,
    [runs],
  );
}
