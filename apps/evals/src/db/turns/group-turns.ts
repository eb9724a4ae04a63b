/**
 * The turns of run $1 by interaction, over its attempts. What passed is what reached the threshold ($2), or without one
 * what the run itself says passed. Means are rounded: they depend on the order they are summed up in, and two pages
 * of one list must agree.
 */
export function groupTurns(more: readonly string[] = []): string {
  return `
    select *, case
        when has_error then 'error'
        when decided = 0 then case when scored = 0 then 'unscored' else 'scored' end
        when passes = 0 then 'failed'
        when passes < attempts then 'flaky'
        else 'passed' end as status
    from (
      select ${[
        'scenario_no',
        'turn_no',
        'round(avg(overall)::numeric, 6)::float8 as mean',
        'round(avg(latency_ms)::numeric, 3)::float8 as latency',
        `bool_or(outcome = 'endpoint_failed') as has_error`,
        'count(*) as attempts',
        'count(overall) as scored',
        'case when $2::float8 is null then count(passed) else count(overall) end as decided',
        'count(*) filter (where case when $2::float8 is null then passed else overall >= $2 end) as passes',
        ...more,
      ].join(', ')}
      from turn where run_id = $1 group by scenario_no, turn_no
    ) by_interaction`;
}

/** Whether an annotation of an attempt was not the expected one. Reads every score: only where it is asked for. */
export const METADATA_DIFFERS = `coalesce(bool_or((scores->>'metadata')::float8 < 1), false) as differs`;
