import type { RowSort, RowStatus, RunId } from '@assay/contracts';
import { groupTurns, METADATA_DIFFERS } from './group-turns.ts';
import type { InteractionPosition } from './list-means.ts';
import { select, type Tx } from '../connection/tx.ts';

/** An interaction of a run over all its attempts. */
export interface Row {
  readonly scenarioNo: number;
  readonly turnNo: number;
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
  readonly passThreshold: number | undefined;
  readonly status: RowStatus | undefined;
  readonly below: number | undefined;
  readonly above: number | undefined;
  readonly metadataDiffers: boolean;
  /** Part of a reply. */
  readonly search: string | undefined;
  /** Interactions in which the user says what is searched for. */
  readonly alsoFound: readonly InteractionPosition[];
  /** The only ones that are wanted; undefined: all of them. */
  readonly places: readonly InteractionPosition[] | undefined;
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

const DETAILS = `
select json_agg(overall order by attempt_no) as scores,
  round(avg((t.scores->>'metadata')::float8)::numeric, 6)::float8 as metadata,
  percentile_cont(0.5) within group (order by latency_ms) as latency_ms,
  avg((usage->>'total_tokens')::float8) as tokens
from turn t where t.run_id = $1 and t.scenario_no = p.scenario_no and t.turn_no = p.turn_no`;

const SAID = 'bool_or(strpos(lower(reply), lower($6)) > 0) as is_said';

/** First which interactions are on the page, from little; then what is shown of them, from all. */
export function listRows(tx: Tx, filter: RowFilter): Promise<readonly Row[]> {
  const { search, metadataDiffers, sort } = filter;
  const isSearched = search !== undefined;
  const more = [...(metadataDiffers ? [METADATA_DIFFERS] : []), ...(isSearched ? [SAID] : [])];
  const statement = `
    with matching as materialized (
      select g.*, ${RANK[sort]} as rank
      from (${groupTurns(more)}) g
      where ($3::text is null or status = $3)
        and ($4::float8 is null or mean < $4)
        and ($5::float8 is null or mean > $5)
        and ($6::text is null or ${isSearched ? 'is_said' : 'false'}
          or (scenario_no, turn_no) in (select * from unnest($7::int[], $8::int[])))
        and ($9::int[] is null or (scenario_no, turn_no) in (select * from unnest($9, $10::int[])))
        ${metadataDiffers ? 'and differs' : ''}
    ), page as (
      select * from matching
      where $11::float8 is null or (rank, scenario_no, turn_no) > ($11, $12::int, $13::int)
      order by rank, scenario_no, turn_no limit $14
    )
    select p.scenario_no as "scenarioNo", p.turn_no as "turnNo", p.status, p.mean, p.rank, d.scores, d.metadata,
      d.latency_ms as "latencyMs", d.tokens, (select count(*)::int from matching) as total
    from page p cross join lateral (${DETAILS}) d
    order by p.rank, p.scenario_no, p.turn_no`;
  return select<Row>(tx, statement, valuesOf(filter));
}

function valuesOf({ runId, alsoFound, places, after, ...filter }: RowFilter): unknown[] {
  return [
    runId,
    filter.passThreshold,
    filter.status,
    filter.below,
    filter.above,
    filter.search,
    ...toColumns(alsoFound),
    ...(places ? toColumns(places) : [undefined, undefined]),
    ...(after ?? [undefined, undefined, undefined]),
    filter.limit,
  ];
}

function toColumns(places: readonly InteractionPosition[]): readonly [number[], number[]] {
  return [places.map(({ scenarioNo }) => scenarioNo), places.map(({ turnNo }) => turnNo)];
}
