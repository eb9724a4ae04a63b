import type { RowSort, RowStatus, RunId } from '@assay/contracts';
import { groupTurns, METADATA_DIFFERS } from './group-turns.ts';
import { select, type Tx } from './tx.ts';

/** An interaction of a run over all its attempts. */
export interface Row {
  readonly scenarioNo: number;
  readonly turnNo: number;
  readonly scenarioName: string;
  readonly userMessage: string;
  readonly status: RowStatus;
  readonly mean: number | null;
  readonly scores: readonly (number | null)[];
  readonly metadata: number | null;
  readonly latencyMs: number;
  readonly tokens: number | null;
  /** By what the list is sorted. */
  readonly rank: number;
  /** Of the whole list. */
  readonly total: number;
}

export interface RowFilter {
  readonly runId: RunId;
  readonly mark: number | undefined;
  readonly status: RowStatus | undefined;
  readonly below: number | undefined;
  readonly above: number | undefined;
  readonly metadataDiffers: boolean;
  /** Part of the name of its scenario. */
  readonly scenario: string | undefined;
  /** Part of what the user says, or of a reply. */
  readonly search: string | undefined;
  /** An expected annotation: its field and its value. */
  readonly label: readonly [string, string] | undefined;
  readonly sort: RowSort;
  /** The last one of the page before: its rank and its place. */
  readonly after: readonly [number, number, number] | undefined;
  readonly limit: number;
}

/** What has no score comes last, whichever way it is sorted. */
const RANK: Readonly<Record<RowSort, string>> = {
  score: 'coalesce(mean, 2)',
  '-score': 'coalesce(-mean, 2)',
  position: '0::float8',
  latency: 'latency',
  '-latency': '-latency',
};

const EXCERPT = 160;

/** What was planned, by place. Reads the whole plan, once. */
const SCRIPT = `
select (s.no - 1)::int as scenario_no, (i.no - 1)::int as turn_no, s.value->>'name' as name,
  i.value->>'user_message' as user_message, i.value->'reference_metadata' as labels
from run r,
  json_array_elements(r.plan->'scenarios') with ordinality s (value, no),
  json_array_elements(s.value->'interactions') with ordinality i (value, no)
where r.id = $1`;

const DETAILS = `
select json_agg(overall order by attempt_no) as scores,
  round(avg((t.scores->>'metadata')::float8)::numeric, 6)::float8 as metadata,
  percentile_cont(0.5) within group (order by latency_ms) as latency_ms,
  avg((usage->>'total_tokens')::float8) as tokens
from turn t where t.run_id = $1 and t.scenario_no = p.scenario_no and t.turn_no = p.turn_no`;

/** First which interactions are on the page, from little; then what is shown of them, from all. */
export function listRows(tx: Tx, filter: RowFilter): Promise<readonly Row[]> {
  const { search, metadataDiffers, sort } = filter;
  const more = [
    ...(metadataDiffers ? [METADATA_DIFFERS] : []),
    ...(search === undefined ? [] : ['bool_or(strpos(lower(reply), lower($6)) > 0) as is_said']),
  ];
  const statement = `
    with script as materialized (${SCRIPT}), matching as materialized (
      select g.*, ${RANK[sort]} as rank, s.name, s.user_message
      from (${groupTurns(more)}) g join script s using (scenario_no, turn_no)
      where ($3::text is null or status = $3)
        and ($4::float8 is null or mean < $4)
        and ($5::float8 is null or mean > $5)
        and ($6::text is null${search === undefined ? '' : ' or is_said or strpos(lower(user_message), lower($6)) > 0'})
        and ($7::text is null or strpos(lower(name), lower($7)) > 0)
        and ($8::text is null or labels->>$8 = $9)
        ${metadataDiffers ? 'and differs' : ''}
    ), page as (
      select * from matching
      where $10::float8 is null or (rank, scenario_no, turn_no) > ($10, $11::int, $12::int)
      order by rank, scenario_no, turn_no limit $13
    )
    select p.scenario_no as "scenarioNo", p.turn_no as "turnNo", p.name as "scenarioName",
      left(p.user_message, ${EXCERPT}) as "userMessage", p.status, p.mean, p.rank, d.scores, d.metadata,
      d.latency_ms as "latencyMs", d.tokens, (select count(*)::int from matching) as total
    from page p cross join lateral (${DETAILS}) d
    order by p.rank, p.scenario_no, p.turn_no`;
  return select<Row>(tx, statement, valuesOf(filter));
}

function valuesOf({ runId, label, after, ...filter }: RowFilter): unknown[] {
  return [
    runId,
    filter.mark,
    filter.status,
    filter.below,
    filter.above,
    filter.search,
    filter.scenario,
    ...(label ?? [undefined, undefined]),
    ...(after ?? [undefined, undefined, undefined]),
    filter.limit,
  ];
}
