import type { ParsedQuery, RunId, TestHistory } from '@fairtrial/contracts';
import { findPinnedRun } from '../../db/runs/pinned-baseline.ts';
import { listScenarioScores, type ScenarioScores } from '../../db/runs/scenario-scores.ts';
import { listRunHeads } from '../../db/lists/list-run-heads.ts';
import type { RunFilter } from '../../db/lists/run-filter.ts';
import type { RunHead } from '../../db/runs/run-head.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { viewRun } from './view-run.ts';
import { findChangedScenarios } from '@fairtrial/statistics';
import { matchByKeys } from '../plan/match-plans.ts';
import { round } from '../summary/rounding.ts';

/**
 * The probability that any scenario of a run is marked although the model did not change. It is low because a history
 * has many runs.
 */
const LEVEL = 0.002;
const MAX_EARLIER_RUNS = 50;

/** The last completed runs of one test in a project, by scenario. */
export async function testHistory(
  tx: SqlExecutor,
  project: string,
  query: ParsedQuery<'GET /history'>,
): Promise<TestHistory> {
  const filter = {
    project,
    states: ['completed'] as const,
    test_name: query.test_name,
    withoutAgainst: true,
  };
  const shown = (await listRunHeads(tx, filter, { limit: query.runs })).heads.toReversed();
  const pinned = await findPinnedRun(tx, project, query.test_name);
  const earlier = await listEarlierRuns(tx, filter, { pinned, oldest: shown[0]?.id });
  const runs = [...earlier, ...shown];
  const scores = await listScenarioScores(
    tx,
    runs.map(({ id }) => id),
  );
  const columns = runs.map((run) => ({
    scenarios: scores.get(run.id) ?? [],
    isPinned: run.id === pinned,
    isPooled: run.turnsFailed === 0 && (viewRun(run).overview?.headline.exit_code ?? 0) <= 1,
  }));
  const traced = traceScenarios(columns, shown.length);
  return {
    test_name: query.test_name,
    runs: shown.map(viewRun),
    scenarios: traced.slice(0, query.scenarios),
    total_scenarios: traced.length,
  };
}

interface HistoryStart {
  readonly pinned: RunId | undefined;
  /** The oldest run that is shown. */
  readonly oldest: RunId | undefined;
}

/** Runs since the pinned baseline that are too old to be shown; the shown runs are compared with them, too. */
async function listEarlierRuns(
  tx: SqlExecutor,
  filter: RunFilter,
  { pinned, oldest }: HistoryStart,
): Promise<readonly RunHead[]> {
  if (pinned === undefined || oldest === undefined || pinned >= oldest) return [];
  const between = { ...filter, from: pinned, before: oldest };
  return (await listRunHeads(tx, between, { limit: MAX_EARLIER_RUNS })).heads.toReversed();
}

type TracedScenario = TestHistory['scenarios'][number];
/** The scenarios of one run in the order of the last run; `undefined` if it lacks one. */
type AlignedScenarios = readonly (ScenarioScores | undefined)[];

export interface HistoryColumn {
  readonly scenarios: readonly ScenarioScores[];
  readonly isPinned: boolean;
  /** True if the run is compared: all its requests were answered, and its replies could be read and judged. */
  readonly isPooled: boolean;
}

/** Traces the scenarios of the last run through the last `shown` runs, oldest first. Pure function. */
export function traceScenarios(
  runs: readonly HistoryColumn[],
  shown = runs.length,
): TracedScenario[] {
  const last = runs.at(-1)?.scenarios ?? [];
  const columns = runs.map((run) => ({ ...run, aligned: alignWith(last, run.scenarios) }));
  const first = columns.length - shown;
  const changes = columns.map((_, at) => (at < first ? [] : findChanges(columns, at)));
  const traced = last.map(({ id, name }, row) => ({
    scenario_id: id,
    name,
    cells: columns
      .map(({ aligned }, at) => toCell(aligned[row], changes[at]?.[row] ?? null))
      .slice(first),
  }));
  return traced.toSorted((a, b) => changeRank(a) - changeRank(b) || lastMean(a) - lastMean(b));
}

/** Finds the scenarios of the last run in another run. */
function alignWith(
  last: readonly ScenarioScores[],
  run: readonly ScenarioScores[],
): AlignedScenarios {
  const { pairs } = matchByKeys(run, last, [({ id }) => id, ({ script }) => script]);
  const partners = new Map(pairs.map(({ baseline, candidate }) => [candidate, baseline]));
  return last.map((_, at) => {
    const partner = partners.get(at);
    return partner === undefined ? undefined : run[partner];
  });
}

type Change = 'regressed' | 'improved' | null;

interface AlignedColumn extends HistoryColumn {
  readonly aligned: AlignedScenarios;
}

/** Compares a run with all attempts of the runs since the pinned baseline, or of all earlier runs. */
function findChanges(columns: readonly AlignedColumn[], at: number): readonly Change[] {
  const before = columns.slice(0, at);
  const start = columns.slice(0, at + 1).findLastIndex(({ isPinned }) => isPinned);
  const pool = before.slice(Math.max(0, start)).filter(({ isPooled }) => isPooled);
  const now = columns[at];
  // An outage or a failing judge is not a change of the model.
  if (pool.length === 0 || now?.isPooled !== true) return [];
  const pairs = now.aligned.map((scenario, row) => ({
    baseline: pool.flatMap(({ aligned }) => scoresOfSame(aligned[row], scenario)),
    candidate: scenario?.scores ?? [],
  }));
  return findChangedScenarios(pairs, LEVEL).map((change) => change ?? null);
}

/** The earlier scores of a scenario; none if its content was another one then. */
function scoresOfSame(
  earlier: ScenarioScores | undefined,
  now: ScenarioScores | undefined,
): readonly number[] {
  if (earlier === undefined || now === undefined) return [];
  return earlier.content === now.content ? earlier.scores : [];
}

function toCell(
  scenario: ScenarioScores | undefined,
  change: Change,
): TracedScenario['cells'][number] {
  if (scenario === undefined || scenario.scores.length === 0) return null;
  const { scores } = scenario;
  return { mean: round(scores.reduce((sum, score) => sum + score, 0) / scores.length), change };
}

/** Scenarios that regressed in the last run come first. */
function changeRank({ cells }: TracedScenario): number {
  const change = cells.at(-1)?.change;
  return change === 'regressed' ? 0 : change === 'improved' ? 1 : 2;
}

function lastMean({ cells }: TracedScenario): number {
  return cells.at(-1)?.mean ?? Number.POSITIVE_INFINITY;
}
