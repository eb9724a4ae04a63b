import type { TestHistory } from '@assay/contracts';
import { listScenarioScores, type ScenarioScores } from '../../db/runs/scenario-scores.ts';
import { listRunHeads } from '../../db/runs/run-head.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { viewRun } from '../read/view-run.ts';
import { findChangedScenarios, type ScenarioPair } from '@assay/statistics';
import { matchByKeys } from '../compare/match-plans.ts';
import { round } from '../summary/rounding.ts';

export interface HistoryQuery {
  readonly test_name: string;
  /** How many runs, and how many scenarios of them. */
  readonly runs: number;
  readonly scenarios: number;
}

/** The last completed runs of one test in a project, scenario by scenario. */
export async function testHistory(
  tx: SqlExecutor,
  project: string,
  query: HistoryQuery,
): Promise<TestHistory> {
  const heads = await listRunHeads(tx, {
    project,
    states: ['completed'],
    name: query.test_name,
    limit: query.runs,
  });
  const runs = heads.toReversed();
  const scores = await listScenarioScores(
    tx,
    runs.map(({ id }) => id),
  );
  const traced = traceScenarios(runs.map(({ id }) => scores.get(id) ?? []));
  return {
    test_name: query.test_name,
    runs: runs.map(viewRun),
    scenarios: traced.slice(0, query.scenarios),
    total_scenarios: traced.length,
  };
}

type TracedScenario = TestHistory['scenarios'][number];
/** One run: its scenarios in the order of the last run; `undefined` if it lacks one. */
type AlignedScenarios = readonly (ScenarioScores | undefined)[];

/** The scenarios of the last run through all runs, oldest first; pure. */
export function traceScenarios(runs: readonly (readonly ScenarioScores[])[]): TracedScenario[] {
  const last = runs.at(-1) ?? [];
  const columns = runs.map((run) => alignWith(last, run));
  const changes = columns.map((column, at) => changesFrom(columns[at - 1], column));
  const traced = last.map(({ id, name }, row) => ({
    scenario_id: id,
    name,
    cells: columns.map((column, at) => toCell(column[row], changes[at]?.[row] ?? null)),
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

function changesFrom(
  before: AlignedScenarios | undefined,
  now: AlignedScenarios,
): readonly Change[] {
  if (before === undefined) return [];
  const pairs = now.map((scenario, at) => pairScores(before[at], scenario));
  return findChangedScenarios(pairs).map((change) => change ?? null);
}

function pairScores(
  before: ScenarioScores | undefined,
  now: ScenarioScores | undefined,
): ScenarioPair {
  return {
    baseline: before?.scores ?? [],
    candidate: now?.scores ?? [],
    sameReplies: before?.hasSameReplies === true && now?.hasSameReplies === true,
  };
}

function toCell(
  scenario: ScenarioScores | undefined,
  change: Change,
): TracedScenario['cells'][number] {
  if (scenario === undefined || scenario.scores.length === 0) return null;
  const { scores } = scenario;
  return { mean: round(scores.reduce((sum, score) => sum + score, 0) / scores.length), change };
}

/** Regressions of the last run come first. */
function changeRank({ cells }: TracedScenario): number {
  const change = cells.at(-1)?.change;
  return change === 'regressed' ? 0 : change === 'improved' ? 1 : 2;
}

function lastMean({ cells }: TracedScenario): number {
  return cells.at(-1)?.mean ?? Number.POSITIVE_INFINITY;
}
