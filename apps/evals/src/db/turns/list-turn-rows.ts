import type { EndpointErrorKind, Outcome, ParsedQuery, RunId } from '@fairtrial/contracts';
import type { TurnCheck, TurnOrdinals } from '../../entities/turn.ts';
import { GRADED_TURNS } from './list-turns.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** A check that failed, with its position in the interaction's list of checks, from 0. */
type FailedTurnCheck = TurnCheck & { readonly at: number };

/** The fields of a turn that a list shows. */
export interface TurnRow extends TurnOrdinals {
  readonly outcome: Outcome;
  readonly errorKind: EndpointErrorKind | null;
  readonly overall: number | null;
  readonly passed: boolean | null;
  readonly latencyMs: number;
  readonly flags: readonly string[];
  readonly failedChecks: readonly FailedTurnCheck[];
  readonly excerpt: string;
  /** Of a simulated user; null if the message is scripted. */
  readonly userMessage: string | null;
  /** The sort key of the list. */
  readonly rank: number;
}

export type TurnQuery = ParsedQuery<'GET /runs/:run_id/interactions'>;

export interface TurnFilter extends Omit<TurnQuery, 'cursor'> {
  readonly runId: RunId;
  /** Rank and position of the last row of the previous page. */
  readonly after?: readonly [number, number, number, number] | undefined;
}

/** Unscored turns come last in both sort directions. */
const RANK: Readonly<Record<TurnQuery['sort'], string>> = {
  position: '0::float8',
  overall: `coalesce(overall, 2)`,
  '-overall': `coalesce(-overall, 2)`,
  latency: 'latency_ms',
  '-latency': '-latency_ms',
};

const EXCERPT = 160;

export async function listTurnRows(
  tx: SqlExecutor,
  filter: TurnFilter,
): Promise<readonly TurnRow[]> {
  const { sort } = filter;
  const rank = RANK[sort];
  const position = 'scenario_no, attempt_no, turn_no';
  // If sorted by position, the primary key leads straight to the page.
  const isByPosition = sort === 'position';
  const order = isByPosition ? position : `${rank}, ${position}`;
  const after = isByPosition
    ? `(${position}) > ($10::int, $11::int, $12::int)`
    : `(${order}) > ($9, $10::int, $11::int, $12::int)`;
  const rows = await queryRows<TurnRow & { readonly gradeFlags: readonly string[] | null }>(
    tx,
    `select scenario_no as "scenarioNo", attempt_no as "attemptNo", turn_no as "turnNo", outcome,
       error->>'kind' as "errorKind", overall, passed, latency_ms as "latencyMs", flags, grade_flags as "gradeFlags",
       coalesce((select jsonb_agg(to_jsonb(a) || jsonb_build_object('at', position - 1) order by position)
         from json_array_elements(checks) with ordinality as listed (a, position) where a->>'passed' = 'false'), '[]')
         as "failedChecks",
       left(reply, ${EXCERPT}) as excerpt, left(user_message, ${EXCERPT}) as "userMessage", ${rank} as rank
     from ${GRADED_TURNS} t
     where run_id = $1
       and ($2::int is null or scenario_no = $2)
       and ($3::int is null or attempt_no = $3)
       and ($4::int is null or turn_no = $4)
       and ($5::text is null or outcome = $5)
       and ($6::float8 is null or overall < $6)
       and ($7::text is null or flags::jsonb ? $7 or grade_flags::jsonb ? $7)
       and ($8::text is null or strpos(lower(reply), lower($8)) > 0)
       and ($9::float8 is null or ${after})
       and ($14::boolean is null or passed = $14)
       and ($15::text is null or exists (
         select from json_array_elements(checks) a where $15 in ('any', a->>'type') and a->>'passed' = 'false'))
     order by ${order}
     limit $13`,
    [
      filter.runId,
      filter.scenario,
      filter.attempt,
      filter.turn,
      filter.outcome,
      filter.below,
      filter.flag,
      filter.q,
      ...(filter.after ?? [undefined, undefined, undefined, undefined]),
      filter.limit,
      filter.passed,
      filter.failed_check,
    ],
  );
  return rows.map(({ gradeFlags, ...row }) => ({
    ...row,
    flags: [...row.flags, ...(gradeFlags ?? [])],
  }));
}
