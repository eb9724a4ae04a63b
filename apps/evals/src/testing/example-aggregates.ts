import { Comparison, type Outcome, type Scores } from '@assay/contracts';
import { exampleInteraction, examplePlan, exampleRun, exampleScenario } from './example-rows.ts';
import type { ComparedTurn } from '../db/turns/list-compared-turns.ts';
import type { Run, RunPlan } from '../db/runs/run.ts';
import { aggregateRun } from '../runs/compare/aggregate-run.ts';
import { compareAggregates, type ComparedRuns } from '../runs/compare/compare-aggregates.ts';
import { matchPlans, type SideName } from '../runs/compare/match-plans.ts';

/** A turn by its overall score, or in full; undefined where it was not played. */
type Cell = number | Partial<ComparedTurn> | undefined;

/** scenario → attempt → turn */
export type Cells = readonly (readonly (readonly Cell[])[])[];

/** Runs for tests: a run that scored so. Scenarios are s0, s1, …, their turns t0, t1, … */
export function runOf(cells: Cells, changes: Partial<RunPlan> = {}): Run {
  const scenarios = cells.map((attempts, no) =>
    exampleScenario({
      id: `s${no}`,
      name: `scenario-${no}`,
      interactions: (attempts[0] ?? []).map((_, turn) =>
        exampleInteraction({ id: `t${turn}`, user_message: `m${no} ${turn}` }),
      ),
    }),
  );
  const attempts = cells[0]?.length ?? 0;
  return exampleRun({ state: 'completed', plan: examplePlan({ attempts, scenarios, ...changes }) });
}

export function turnsOf(cells: Cells): readonly ComparedTurn[] {
  return cells.flatMap((attempts, scenarioNo) =>
    attempts.flatMap((turns, attemptNo) =>
      turns.flatMap((cell, turnNo) => {
        if (cell === undefined) return [];
        const given = typeof cell === 'number' ? { scores: scoresOf(cell) } : cell;
        return [{ ...toTurn({ scenarioNo, attemptNo, turnNo }), ...given }];
      }),
    ),
  );
}

/** Two runs and their turns, as a comparison takes them. */
export function comparedRuns(
  old: { readonly run: Run; readonly cells: Cells },
  now: { readonly run: Run; readonly cells: Cells },
): ComparedRuns {
  const matching = matchPlans(old.run.plan.scenarios, now.run.plan.scenarios);
  const sideOf = ({ run, cells }: typeof old, side: SideName) => {
    const counted = new Map(
      matching.scenarios.map((at) => [at[side], new Set(at.turns.map((turn) => turn[side]))]),
    );
    const collector = aggregateRun({ plan: run.plan, metric: 'overall', counted });
    collector.add(turnsOf(cells));
    return collector.read();
  };
  return {
    baseline: old.run,
    candidate: now.run,
    sides: { matching, baseline: sideOf(old, 'baseline'), candidate: sideOf(now, 'candidate') },
  };
}

/** What the comparison of two runs says that scored so, checked against the contract. */
export function compareCells(
  old: Cells,
  now: Cells,
  [oldRun, nowRun]: readonly [Run, Run] = [runOf(old), runOf(now)],
): Comparison {
  const compared = comparedRuns({ run: oldRun, cells: old }, { run: nowRun, cells: now });
  return Comparison.parse(compareAggregates(compared, { metric: 'overall', margin: 0.03 }));
}

export function scoresOf(overall: number | null, outcome: Outcome = 'answered'): Scores {
  return { overall, answered: outcome === 'answered' ? 1 : 0 };
}

function toTurn(place: Pick<ComparedTurn, 'scenarioNo' | 'attemptNo' | 'turnNo'>): ComparedTurn {
  return {
    ...place,
    outcome: 'answered',
    scores: {},
    passed: null,
    usage: null,
    latencyMs: 100,
    // Of its own, as a model that samples would give it.
    replyHash: Object.values(place).join(),
    generatedMetadata: {},
  };
}
