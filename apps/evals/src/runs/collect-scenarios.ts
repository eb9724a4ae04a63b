import type { AverageScores, Scores } from '@assay/contracts';
import { averageScores, collectMetrics } from '@assay/statistics';
import type { RunSummary, ScenarioSummary } from '../db/run-summary.ts';
import type { RunPlan } from '../db/run.ts';
import type { Place } from '../db/turn.ts';
import { roundScores } from './round-scores.ts';
import { meansOf, statsOf } from './stats-of.ts';

interface ScenarioCollector {
  /** In the order of the run. */
  add(place: Place, scores: Scores): void;
  /** All of the plan, those without a turn too. */
  read(): RunSummary['scenarios'];
}

/** Turns come scenario by scenario: of each, its summary is all that is kept. */
export function collectScenarios({
  scenarios,
  attempts,
}: Pick<RunPlan, 'scenarios' | 'attempts'>): ScenarioCollector {
  const ended = new Map<number, ScenarioSummary>();
  let current: { readonly no: number; readonly scenario: OneScenario } | undefined;
  const close = (): void => {
    if (current !== undefined) ended.set(current.no, current.scenario.read());
  };
  return {
    add({ scenarioNo: no, attemptNo }, scores) {
      if (current?.no !== no) {
        close();
        current = { no, scenario: collectScenario(attempts) };
      }
      current.scenario.add(attemptNo, scores);
    },
    read() {
      close();
      return scenarios.map((_, no) => ended.get(no) ?? collectScenario(attempts).read());
    },
  };
}

interface OneScenario {
  add(attempt: number, scores: Scores): void;
  read(): ScenarioSummary;
}

/** And attempt by attempt: of each, its means. */
function collectScenario(attempts: number): OneScenario {
  const metrics = collectMetrics();
  const averages = Array.from({ length: attempts }, (): AverageScores => ({}));
  let current: { readonly attempt: number; readonly turns: Scores[] } = { attempt: 0, turns: [] };
  const close = (): void => {
    averages[current.attempt] = roundScores(averageScores(current.turns));
  };
  return {
    add(attempt, scores) {
      metrics.add({ scenario: 0, attempt }, scores);
      if (attempt !== current.attempt) {
        close();
        current = { attempt, turns: [] };
      }
      current.turns.push(scores);
    },
    read() {
      close();
      const stats = statsOf(metrics);
      return { averageScores: meansOf(stats), stats, attempts: averages };
    },
  };
}
