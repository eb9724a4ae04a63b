import type { RunFigures, RunId } from '@fairtrial/contracts';
import { GRADED_TURNS } from './list-turns.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

export type TurnCounts = Pick<RunFigures, 'histogram' | 'latency_ms'>;

const BUCKETS = 20;

/** Returns the distribution of a run's scores and the quantiles of its latency. */
export async function countTurns(tx: SqlExecutor, id: RunId): Promise<TurnCounts> {
  const [row] = await queryRows<{ parts: Record<string, number>; quantiles: number[] | null }>(
    tx,
    `with played as materialized (
       select overall, outcome, latency_ms from ${GRADED_TURNS} t where run_id = $1
     ), counted as (
       select least(width_bucket(overall, 0, 1, ${BUCKETS}), ${BUCKETS}) as part, count(*) as turns
       from played where overall is not null group by part
     )
     select coalesce((select json_object_agg(part, turns) from counted), '{}') as parts,
       (select percentile_cont(array[0.5, 0.95]) within group (order by latency_ms)
        from played where outcome = 'answered') as quantiles`,
    [id],
  );
  const [median, p95] = row?.quantiles ?? [];
  return {
    histogram: Array.from({ length: BUCKETS }, (_, at) => row?.parts[at + 1] ?? 0),
    latency_ms: median === undefined || p95 === undefined ? null : { median, p95 },
  };
}

/** Number of played turns of a scenario, over all attempts. */
export interface ScenarioCounts {
  readonly scenarioNo: number;
  readonly turns: number;
  readonly failedRequests: number;
  readonly latencyMs: number;
}

/** Only scenarios with played turns. */
export function countScenarios(tx: SqlExecutor, id: RunId): Promise<readonly ScenarioCounts[]> {
  return queryRows<ScenarioCounts>(
    tx,
    `select scenario_no as "scenarioNo", count(*)::int as turns,
       count(*) filter (where outcome = 'endpoint_failed')::int as "failedRequests", sum(latency_ms) as "latencyMs"
     from turn where run_id = $1 group by scenario_no order by scenario_no`,
    [id],
  );
}

/** Answered turns of one interaction in which the same checks failed. */
export interface FailedCheckCounts {
  readonly scenarioNo: number;
  readonly turnNo: number;
  /** Positions in the interaction's list of checks, from 0. */
  readonly failed: readonly number[];
  readonly turns: number;
}

export function countFailedChecks(
  tx: SqlExecutor,
  id: RunId,
): Promise<readonly FailedCheckCounts[]> {
  return queryRows<FailedCheckCounts>(
    tx,
    `select scenario_no as "scenarioNo", turn_no as "turnNo", failed, count(*)::int as turns
     from (
       select scenario_no, turn_no, (
         select jsonb_agg(position - 1 order by position)
         from json_array_elements(checks) with ordinality as listed (result, position)
         where result->>'passed' = 'false') as failed
       from ${GRADED_TURNS} t where run_id = $1 and outcome = 'answered'
     ) as answered
     where failed is not null group by scenario_no, turn_no, failed`,
    [id],
  );
}

/** Checks of a whole conversation that failed in at least one attempt. */
export interface FailedConversationChecks {
  readonly scenarioNo: number;
  /** Positions in the scenario's list of checks, from 0. */
  readonly failed: readonly number[];
}

export function listFailedConversationChecks(
  tx: SqlExecutor,
  id: RunId,
): Promise<readonly FailedConversationChecks[]> {
  return queryRows<FailedConversationChecks>(
    tx,
    `select scenario_no as "scenarioNo", jsonb_agg(distinct position - 1) as failed
     from conversation_grade cross join lateral json_array_elements(checks) with ordinality as listed (result, position)
     where run_id = $1 and revision = (select revision from run where id = $1) and result->>'passed' = 'false'
     group by scenario_no`,
    [id],
  );
}

/** Number of results and failures of one check of one interaction or conversation. */
export interface CheckCounts {
  readonly scenarioNo: number;
  /** Null: the check is of the conversation. */
  readonly turnNo: number | null;
  /** Position in the interaction's list of checks, from 0. */
  readonly checkNo: number;
  readonly failed: number;
  readonly total: number;
}

export function countChecks(tx: SqlExecutor, id: RunId): Promise<readonly CheckCounts[]> {
  return queryRows<CheckCounts>(
    tx,
    `select scenario_no as "scenarioNo", turn_no as "turnNo", (position - 1)::int as "checkNo",
       count(*) filter (where result->>'passed' = 'false')::int as failed, count(*)::int as total
     from (
       select scenario_no, turn_no, checks from ${GRADED_TURNS} t where run_id = $1
       union all
       select scenario_no, null, checks from conversation_grade
       where run_id = $1 and revision = (select revision from run where id = $1)
     ) checked cross join lateral json_array_elements(checks) with ordinality as listed (result, position)
     where result->>'passed' is not null
     group by scenario_no, turn_no, position`,
    [id],
  );
}

/** A label given for one field of an interaction's annotations, in one or more attempts. */
export interface GivenLabel {
  readonly scenarioNo: number;
  readonly turnNo: number;
  /** Null if no label was given. */
  readonly given: string | null;
  readonly isExpected: boolean;
}

/** Only for turns with a score for the field. */
export function listGivenLabels(
  tx: SqlExecutor,
  id: RunId,
  field: string,
): Promise<readonly GivenLabel[]> {
  return queryRows<GivenLabel>(
    tx,
    `select distinct scenario_no as "scenarioNo", turn_no as "turnNo", metadata->>$2 as given,
       (scores->>('metadata.' || $2))::float8 = 1 as "isExpected"
     from ${GRADED_TURNS} t where run_id = $1 and scores->>('metadata.' || $2) is not null`,
    [id, field],
  );
}
