import type { RunId, RunRow, RunRowList } from '@assay/contracts';
import { listMeans, type InteractionPosition } from '../../db/turns/list-means.ts';
import { listRows, type Row, type RowFilter } from '../../db/turns/list-rows.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { requireEnded } from '../compare/compare-stored-runs.ts';
import { matchPlans } from '../compare/match-plans.ts';
import type { PlannedTurnCache, PlannedTurn } from './planned-turns.ts';
import { findLines, findSaid, type LineQuery } from './find-planned-turns.ts';
import { readRowCursor, toRowCursor } from './row-cursor.ts';

const EXCERPT = 160;

export interface RowQuery
  extends Omit<RowFilter, 'after' | 'runId' | 'alsoFound' | 'places'>, LineQuery {
  readonly cursor: string | undefined;
  readonly baseline: RunId | undefined;
}

export interface RowServices {
  readonly database: Tx;
  readonly scripts: PlannedTurnCache;
}

interface Place {
  readonly project: string;
  readonly runId: RunId;
}

/** The interactions of a run over their attempts, page by page. */
export async function listRunRows(
  { database: tx, scripts }: RowServices,
  place: Place,
  query: RowQuery,
): Promise<RunRowList> {
  const { cursor, baseline, limit, scenario, label, ...filter } = query;
  const script = await scripts.read(tx, place.runId);
  const found = await listRows(tx, {
    ...filter,
    runId: place.runId,
    alsoFound: findSaid(script, filter.search),
    places: findLines(script, { scenario, label }),
    after: cursor === undefined ? undefined : readRowCursor(query.sort, cursor),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const lines = new Map(script.map((line) => [keyOf(line), line]));
  const meanOf = await readBaseline(tx, { ...place, baseline }, page);
  return {
    rows: page.map((row) => toRow(row, lines.get(keyOf(row)), meanOf(row))),
    total: found[0]?.total ?? 0,
    next_cursor: last && found.length > page.length ? toRowCursor(query.sort, last) : null,
  };
}

type MeanOf = (place: InteractionPosition) => number | null;

/** What the same interactions came to in the baseline. */
async function readBaseline(
  tx: Tx,
  { project, runId, baseline }: Place & { readonly baseline: RunId | undefined },
  page: readonly InteractionPosition[],
): Promise<MeanOf> {
  if (baseline === undefined || page.length === 0) return () => null;
  const old = await requireEnded(tx, project, baseline);
  const now = await requireEnded(tx, project, runId);
  const matching = matchPlans(old.plan.scenarios, now.plan.scenarios);
  const places = new Map(
    matching.scenarios.flatMap((scenario) =>
      scenario.turns.map((turn) => [
        keyOf({ scenarioNo: scenario.candidate, turnNo: turn.candidate }),
        { scenarioNo: scenario.baseline, turnNo: turn.baseline },
      ]),
    ),
  );
  const wanted = page.flatMap((row) => places.get(keyOf(row)) ?? []);
  const means = new Map(
    (await listMeans(tx, baseline, wanted)).map((one) => [keyOf(one), one.mean]),
  );
  return (row) => {
    const place = places.get(keyOf(row));
    return (place && means.get(keyOf(place))) ?? null;
  };
}

function keyOf({ scenarioNo, turnNo }: InteractionPosition): string {
  return `${scenarioNo}/${turnNo}`;
}

function toRow(row: Row, line: PlannedTurn | undefined, baselineMean: number | null): RunRow {
  return {
    scenario: row.scenarioNo,
    turn: row.turnNo,
    scenario_name: line?.scenarioName ?? '',
    user_message: line?.userMessage.slice(0, EXCERPT) ?? '',
    status: row.status,
    mean: row.mean,
    scores: [...row.scores],
    metadata: row.metadata,
    latency_ms: row.latencyMs,
    tokens: row.tokens,
    baseline_mean: baselineMean,
  };
}
