import type { RunId } from '@fairtrial/contracts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** Identifies a scenario across runs. */
export interface ScenarioKey {
  readonly id: string;
  readonly name: string;
  readonly script: string;
  /** Digest of everything that affects replies or scores. */
  readonly content: string;
}

const STORE = `
insert into run_scenario (run_id, scenario_no, scenario_id, name, script, content, scores)
select r.id, k.no - 1, k.key->>'id', k.key->>'name', k.key->>'script', k.key->>'content',
  array(select json_array_elements_text(k.key->'scores')::float8)
from run r cross join json_array_elements($2::json) with ordinality as k (key, no)
where r.id = $1
on conflict (run_id, scenario_no) do update set scores = excluded.scores, content = excluded.content`;

/** A scenario of a run, with the means of its attempts. */
export interface ScenarioScores extends ScenarioKey {
  readonly scores: readonly number[];
}

/** Stores the scenarios in plan order. Replaces those from an earlier end of the run. */
export async function storeScenarioScores(
  tx: SqlExecutor,
  id: RunId,
  scenarios: readonly ScenarioScores[],
): Promise<void> {
  await queryRows(tx, STORE, [id, toJsonParameter(scenarios)]);
}

/**
 * Returns the scenarios of some runs, each in plan order. Reads one JSON value per run: separate rows take four times
 * as long.
 */
export async function listScenarioScores(
  tx: SqlExecutor,
  runs: readonly RunId[],
): Promise<ReadonlyMap<RunId, readonly ScenarioScores[]>> {
  const rows = await queryRows<{ runId: RunId; scenarios: readonly ScenarioScores[] }>(
    tx,
    `select run_id as "runId", json_agg(json_build_object('id', scenario_id, 'name', name, 'script', script,
       'content', content, 'scores', scores) order by scenario_no) as scenarios
     from run_scenario where run_id = any($1::uuid[]) group by run_id`,
    [runs],
  );
  return new Map(rows.map(({ runId, scenarios }) => [runId, scenarios]));
}
