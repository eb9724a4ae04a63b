import type { TestHistory } from '@assay/contracts';
import { changedScenarios, type ScenarioPair } from '@assay/statistics';
import type { ScenarioScores } from '../../db/runs/list-scenario-scores.ts';
import { matchUp } from '../compare/match-up.ts';
import { round } from '../summary/rounding.ts';

type Traced = TestHistory['scenarios'][number];
/** A scenario of the last run, as it was in each run. */
type Line = readonly (ScenarioScores | undefined)[];

/** The scenarios of the last run through all runs, oldest first; pure. */
export function traceScenarios(runs: readonly (readonly ScenarioScores[])[]): Traced[] {
  const last = runs.at(-1) ?? [];
  const columns = runs.map((run) => alignWith(last, run));
  const changes = columns.map((column, at) => changesFrom(columns[at - 1], column));
  const traced = last.map(({ id, name }, row) => ({
    scenario_id: id,
    name,
    cells: columns.map((column, at) => toCell(column[row], changes[at]?.[row] ?? null)),
  }));
  return traced.toSorted((a, b) => rankOf(a) - rankOf(b) || meanOf(a) - meanOf(b));
}

/** The same scenarios in another run, where it has them. */
function alignWith(last: readonly ScenarioScores[], run: readonly ScenarioScores[]): Line {
  const { pairs } = matchUp(run, last, [({ id }) => id, ({ script }) => script]);
  const partners = new Map(pairs.map(({ baseline, candidate }) => [candidate, baseline]));
  return last.map((_, at) => {
    const partner = partners.get(at);
    return partner === undefined ? undefined : run[partner];
  });
}

type Change = 'regressed' | 'improved' | null;

function changesFrom(before: Line | undefined, now: Line): readonly Change[] {
  if (before === undefined) return [];
  const pairs = now.map((scenario, at) => toPair(before[at], scenario));
  return changedScenarios(pairs).map((change) => change ?? null);
}

function toPair(before: ScenarioScores | undefined, now: ScenarioScores | undefined): ScenarioPair {
  return {
    baseline: before?.scores ?? [],
    candidate: now?.scores ?? [],
    sameReplies: before?.hasSameReplies === true && now?.hasSameReplies === true,
  };
}

function toCell(scenario: ScenarioScores | undefined, change: Change): Traced['cells'][number] {
  if (scenario === undefined || scenario.scores.length === 0) return null;
  const { scores } = scenario;
  return { mean: round(scores.reduce((sum, score) => sum + score, 0) / scores.length), change };
}

/** What regressed last is what one came to see. */
function rankOf({ cells }: Traced): number {
  const change = cells.at(-1)?.change;
  return change === 'regressed' ? 0 : change === 'improved' ? 1 : 2;
}

function meanOf({ cells }: Traced): number {
  return cells.at(-1)?.mean ?? Number.POSITIVE_INFINITY;
}
