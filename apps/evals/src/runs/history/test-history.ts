import type { TestHistory } from '@assay/contracts';
import { listScenarioScores } from '../../db/runs/list-scenario-scores.ts';
import { listRunHeads } from '../../db/runs/run-head.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { viewRun } from '../read/view-run.ts';
import { traceScenarios } from './trace-scenarios.ts';

export interface HistoryQuery {
  readonly test_name: string;
  /** How many runs, and how many scenarios of them. */
  readonly runs: number;
  readonly scenarios: number;
}

/** The last completed runs of one test in a project, scenario by scenario. */
export async function testHistory(
  tx: Tx,
  project: string,
  query: HistoryQuery,
): Promise<TestHistory> {
  const heads = await listRunHeads(tx, {
    project,
    states: ['completed'],
    name: query.test_name,
    limit: query.runs,
  });
  const runs = heads.toReversed();
  const scores = await listScenarioScores(
    tx,
    runs.map(({ id }) => id),
  );
  const traced = traceScenarios(runs.map(({ id }) => scores.get(id) ?? []));
  return {
    test_name: query.test_name,
    runs: runs.map(viewRun),
    scenarios: traced.slice(0, query.scenarios),
    total_scenarios: traced.length,
  };
}
