import type { ParsedQuery, RowSort, RowStatus, RunId, RunFigures } from '@fairtrial/contracts';
import { GRADED_TURNS } from './list-turns.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** Position of an interaction in the plan of its run. */
export interface InteractionPosition {
  readonly scenarioNo: number;
  readonly turnNo: number;
}

/** An interaction of a run, aggregated over all attempts. */
export interface InteractionRow {
  readonly scenarioNo: number;
  readonly turnNo: number;
  readonly status: RowStatus;
  readonly mean: number | null;
  readonly scores: readonly (number | null)[];
  readonly metadata: number | null;
  readonly latencyMs: number;
  readonly tokens: number | null;
  /** Positions in the interaction's list of the checks that failed in any attempt. */
  readonly failedChecks: readonly number[];
  /** The sort key of the list. */
  readonly rank: number;
  /** Number of rows in the whole list. */
  readonly total: number;
}

export type RowQuery = ParsedQuery<'GET /runs/:run_id/rows'>;

/** The filters on the plan and on the texts of replies are in `positions`. */
export interface RowFilter extends Omit<
  RowQuery,
  'scenario' | 'label' | 'given' | 'failed_check' | 'baseline' | 'cursor'
> {
  readonly runId: RunId;
  /** Interactions whose user message contains the search text. */
  readonly alsoFound: readonly InteractionPosition[];
  /** Restricts the list to these interactions; `undefined`: all of them. */
  readonly positions: readonly InteractionPosition[] | undefined;
  /** Rank and position of the last row of the previous page. */
  readonly after: readonly [number, number, number] | undefined;
}

/** Rows without a score come last in both sort directions. */
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
  avg((usage->>'total_tokens')::float8) as tokens,
  (select coalesce(json_agg(distinct position - 1), '[]') from ${GRADED_TURNS} c
   cross join lateral json_array_elements(c.checks) with ordinality as listed (result, position)
   where c.run_id = $1 and c.scenario_no = p.scenario_no and c.turn_no = p.turn_no
     and result->>'passed' = 'false') as failed_checks
from ${GRADED_TURNS} t where t.run_id = $1 and t.scenario_no = p.scenario_no and t.turn_no = p.turn_no`;

/**
 * True if an annotation of any attempt was not the expected one. Reads every score, so it is only used if requested.
 */
const METADATA_DIFFERS = `coalesce(bool_or((scores->>'metadata')::float8 < 1), false) as differs`;

/** For a view with its own threshold: the turn failed a check, not only the threshold of the run. */
const FAILED_CHECK = `(passed is false and coalesce((scores->>'checks')::float8, 1) < 1)`;

const SAID = 'bool_or(strpos(lower(reply), lower($6)) > 0) as is_said';

/** First selects the interactions of the page from a few columns, then reads their displayed data from all columns. */
export function listInteractionRows(
  tx: SqlExecutor,
  filter: RowFilter,
): Promise<readonly InteractionRow[]> {
  const { q, metadata, sort } = filter;
  const isSearched = q !== undefined;
  const differs = metadata === 'differs';
  const more = [...(differs ? [METADATA_DIFFERS] : []), ...(isSearched ? [SAID] : [])];
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
        ${differs ? 'and differs' : ''}
    ), page as (
      select * from matching
      where $11::float8 is null or (rank, scenario_no, turn_no) > ($11, $12::int, $13::int)
      order by rank, scenario_no, turn_no limit $14
    )
    select p.scenario_no as "scenarioNo", p.turn_no as "turnNo", p.status, p.mean, p.rank, d.scores, d.metadata,
      d.latency_ms as "latencyMs", d.tokens, d.failed_checks as "failedChecks", (select count(*)::int from matching) as total
    from page p cross join lateral (${DETAILS}) d
    order by p.rank, p.scenario_no, p.turn_no`;
  return queryRows<InteractionRow>(tx, statement, toParameters(filter));
}

function toParameters({ runId, alsoFound, positions, after, ...filter }: RowFilter): unknown[] {
  return [
    runId,
    filter.pass_threshold,
    filter.status,
    filter.below,
    filter.above,
    filter.q,
    ...toColumns(alsoFound),
    ...(positions ? toColumns(positions) : [undefined, undefined]),
    ...(after ?? [undefined, undefined, undefined]),
    filter.limit,
  ];
}

function toColumns(positions: readonly InteractionPosition[]): readonly [number[], number[]] {
  return [positions.map(({ scenarioNo }) => scenarioNo), positions.map(({ turnNo }) => turnNo)];
}

type RowCounts = RunFigures['rows'];

const STATUS_COUNTS = ['error', 'failed', 'flaky', 'passed', 'scored', 'unscored'].map(
  (status) => `count(*) filter (where status = '${status}')::int as ${status}`,
);

const COUNT_ROWS = `
select count(*)::int as total, ${STATUS_COUNTS.join(', ')},
  count(*) filter (where differs)::int as metadata_differs
from (${groupTurns([METADATA_DIFFERS])}) grouped`;

/** Number of interactions of a run per status. */
export async function countInteractionRows(
  tx: SqlExecutor,
  id: RunId,
  passThreshold: number | undefined,
): Promise<RowCounts> {
  const [row] = await queryRows<RowCounts>(tx, COUNT_ROWS, [id, passThreshold]);
  if (row === undefined) throw new Error('an aggregate without a row');
  return row;
}

interface InteractionMean extends InteractionPosition {
  readonly mean: number | null;
}

export function listInteractionMeans(
  tx: SqlExecutor,
  id: RunId,
  positions: readonly InteractionPosition[],
): Promise<readonly InteractionMean[]> {
  return queryRows<InteractionMean>(
    tx,
    `select "scenarioNo", "turnNo", round(avg(overall)::numeric, 6)::float8 as mean
     from json_to_recordset($2::json) as x ("scenarioNo" int, "turnNo" int)
     join ${GRADED_TURNS} t on (run_id, scenario_no, turn_no) = ($1, "scenarioNo", "turnNo")
     group by "scenarioNo", "turnNo"`,
    [id, toJsonParameter(positions)],
  );
}

/**
 * Groups the turns of run $1 by interaction, over its attempts. A turn passes if it reaches the threshold ($2), or,
 * without a threshold, if the run itself says so; a failed check fails it in both cases. Means are rounded: they depend
 * on the order of summation, and two pages of one list must agree.
 */
function groupTurns(more: readonly string[] = []): string {
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
        `count(*) filter (where case when $2::float8 is null then passed else overall >= $2 and not ${FAILED_CHECK} end) as passes`,
        ...more,
      ].join(', ')}
      from ${GRADED_TURNS} t where run_id = $1 group by scenario_no, turn_no
    ) by_interaction`;
}
