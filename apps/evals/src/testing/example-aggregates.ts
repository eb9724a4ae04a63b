import {
  Comparison,
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  type Outcome,
  type Scores,
} from '@fairtrial/contracts';
import { exampleInteraction, examplePlan, exampleRun, exampleScenario } from './example-rows.ts';
import type { ComparedTurn } from '../db/turns/page-turns.ts';
import type { Run, RunPlan } from '../entities/run.ts';
import { aggregateRun } from '../runs/summary/aggregate-run.ts';
import { compareAggregates, type ComparedRuns } from '../runs/compare/compare-aggregates.ts';
import { matchPlans, type RunRole } from '../runs/plan/match-plans.ts';

/** A turn by its overall score, or by its columns; `undefined` if it was not played. */
type ScoreCell = number | Partial<ComparedTurn> | undefined;

/** The turns of a run: scenario → attempt → turn. */
export type ScoreGrid = readonly (readonly (readonly ScoreCell[])[])[];

/** A run with these scores. Its scenarios are s0, s1, …, their turns t0, t1, … */
export function runWithScores(grid: ScoreGrid, changes: Partial<RunPlan> = {}): Run {
  const scenarios = grid.map((attempts, no) =>
    exampleScenario({
      id: `s${no}`,
      name: `scenario-${no}`,
      interactions: (attempts[0] ?? []).map((_, turn) =>
        exampleInteraction({ id: `t${turn}`, user_message: `m${no} ${turn}` }),
      ),
    }),
  );
  const attempts = grid[0]?.length ?? 0;
  return exampleRun({ state: 'completed', plan: examplePlan({ attempts, scenarios, ...changes }) });
}

export function turnsWithScores(grid: ScoreGrid): readonly ComparedTurn[] {
  return grid.flatMap((attempts, scenarioNo) =>
    attempts.flatMap((turns, attemptNo) =>
      turns.flatMap((cell, turnNo) => {
        if (cell === undefined) return [];
        const given = typeof cell === 'number' ? { scores: scoresOf(cell) } : cell;
        return [{ ...toTurn({ scenarioNo, attemptNo, turnNo }), ...given }];
      }),
    ),
  );
}

/** Two runs and their aggregates, as `compareAggregates` takes them. */
export function comparedRuns(
  old: { readonly run: Run; readonly grid: ScoreGrid },
  now: { readonly run: Run; readonly grid: ScoreGrid },
): ComparedRuns {
  const matching = matchPlans(old.run.plan.scenarios, now.run.plan.scenarios);
  const aggregate = ({ run, grid }: typeof old, role: RunRole) => {
    const counted = new Map(matching.scenarios.map((at) => [at[role], new Set(at.turns)]));
    const aggregator = aggregateRun({ plan: run.plan, metric: DEFAULT_METRIC, counted });
    aggregator.add(turnsWithScores(grid));
    return aggregator.read();
  };
  return {
    baseline: old.run,
    candidate: now.run,
    aggregates: {
      matching,
      baseline: aggregate(old, 'baseline'),
      candidate: aggregate(now, 'candidate'),
    },
  };
}

/** Compares two runs with these scores and validates the result. */
export function compareGrids(
  old: ScoreGrid,
  now: ScoreGrid,
  [oldRun, nowRun]: readonly [Run, Run] = [runWithScores(old), runWithScores(now)],
): Comparison {
  const compared = comparedRuns({ run: oldRun, grid: old }, { run: nowRun, grid: now });
  return Comparison.parse(
    compareAggregates(compared, { metric: DEFAULT_METRIC, margin: DEFAULT_MARGIN }),
  );
}

export function scoresOf(overall: number | null, outcome: Outcome = 'answered'): Scores {
  return { overall, answered: outcome === 'answered' ? 1 : 0 };
}

function toTurn(ordinals: Pick<ComparedTurn, 'scenarioNo' | 'attemptNo' | 'turnNo'>): ComparedTurn {
  return {
    ...ordinals,
    outcome: 'answered',
    scores: {},
    passed: null,
    openChecks: null,
    usage: null,
    latencyMs: 100,
    // Different for every turn, as with a sampling model.
    replyHash: Object.values(ordinals).join(),
    isMisread: false,
    lacksSession: false,
    isUnsent: false,
    proposedReply: null,
    proposedSession: null,
    generatedMetadata: {},
  };
}
