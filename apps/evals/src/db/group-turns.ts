/**
 * The turns of run $1 by interaction, over its attempts; with a mark ($2, or null) each has a status. Rounded,
 * since a mean depends on the order it is summed up in, and two pages of one list must agree.
 */
export function groupTurns(more: readonly string[] = []): string {
  return `
    select *, case
        when has_error then 'error'
        when scored = 0 then 'unscored'
        when $2::float8 is null then 'scored'
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
        'count(*) filter (where overall >= $2::float8) as passes',
        ...more,
      ].join(', ')}
      from turn where run_id = $1 group by scenario_no, turn_no
    ) by_interaction`;
}

/** Whether an annotation of an attempt was not the expected one. Reads every score: only where it is asked for. */
export const METADATA_DIFFERS = `coalesce(bool_or((scores->>'metadata')::float8 < 1), false) as differs`;
