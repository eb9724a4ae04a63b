import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** What a scenario is known by in other runs. */
export interface ScenarioKey {
  readonly id: string;
  readonly name: string;
  readonly script: string;
}

/** The same rules as those of comparisons: a failure has no reply, a turn that is not scored takes no part in a mean. */
const STORE = `
with played as materialized (
  select scenario_no, attempt_no, turn_no, overall, outcome, md5(reply) as reply from turn where run_id = $1
), attempts as (
  select scenario_no, attempt_no, avg(overall) as mean from played group by scenario_no, attempt_no
), scores as (
  select scenario_no, array_agg(mean order by attempt_no) as means
  from attempts where mean is not null group by scenario_no
), turns as (
  select scenario_no, turn_no, bool_and(outcome = 'answered') and min(reply) = max(reply) as is_same
  from played group by scenario_no, turn_no
), replies as (
  select scenario_no, bool_and(is_same) as is_same from turns group by scenario_no
)
insert into run_scenario (run_id, scenario_no, scenario_id, name, script, scores, has_same_replies)
select r.id, k.no - 1, k.key->>'id', k.key->>'name', k.key->>'script', coalesce(s.means, '{}'),
  coalesce(p.is_same, false)
from run r cross join json_array_elements($2::json) with ordinality as k (key, no)
  left join scores s on s.scenario_no = k.no - 1
  left join replies p on p.scenario_no = k.no - 1
where r.id = $1
on conflict (run_id, scenario_no) do update
  set scores = excluded.scores, has_same_replies = excluded.has_same_replies`;

/** What each scenario of a run came to, in the order of its plan. A run that was played again says it again. */
export async function storeScenarios(
  tx: Tx,
  id: RunId,
  keys: readonly ScenarioKey[],
): Promise<void> {
  await select(tx, STORE, [id, JSON.stringify(keys)]);
}
