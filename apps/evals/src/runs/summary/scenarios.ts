import type { AverageScores, Scores, Stats } from '@assay/contracts';
import { averageScores, collectMetrics } from '@assay/statistics';
import { packMeans } from '../../db/attempts/attempt-means.ts';
import type { ScenarioSummary } from '../../db/runs/run-summary.ts';
import type { RunPlan } from '../../db/runs/run.ts';
import type { TurnOrdinals } from '../../db/turns/turn.ts';
import { roundScores } from './rounding.ts';
import { meansOf, roundAll } from './stats-of.ts';

type ScenarioFigures = Pick<ScenarioSummary, 'averageScores' | 'stats' | 'attempts'>;

interface ScenarioCollector {
  /** In the order of the run. */
  add(place: TurnOrdinals, scores: Scores): void;
  /** Those without a turn too. */
  read(): { readonly stats: Stats; readonly scenarios: readonly ScenarioFigures[] };
}

/** Turns come attempt by attempt, scenario by scenario: of what is over, only the figures are kept. */
export function collectScenarios({
  scenarios,
  attempts,
}: Pick<RunPlan, 'scenarios' | 'attempts'>): ScenarioCollector {
  const metrics = collectMetrics(attempts);
  const figures = scenarios.map(() => toFigures({}, unplayed(attempts)));
  let current: TurnOrdinals | undefined;
  let turns: Scores[] = [];
  let means = unplayed(attempts);

  function closeAttempt(): void {
    if (current) means[current.attemptNo] = roundScores(averageScores(turns));
    turns = [];
  }

  function closeScenario(): void {
    if (current)
      figures[current.scenarioNo] = toFigures(metrics.endScenario(current.scenarioNo), means);
    means = unplayed(attempts);
  }

  return {
    add(place, scores) {
      const isSameScenario = current?.scenarioNo === place.scenarioNo;
      if (!isSameScenario || current?.attemptNo !== place.attemptNo) closeAttempt();
      if (!isSameScenario) closeScenario();
      current = place;
      turns.push(scores);
      metrics.add({ scenario: place.scenarioNo, attempt: place.attemptNo }, scores);
    },
    read() {
      closeAttempt();
      closeScenario();
      return { stats: roundAll(metrics.stats()), scenarios: figures };
    },
  };
}

function unplayed(attempts: number): AverageScores[] {
  return Array.from({ length: attempts }, () => ({}));
}

function toFigures(stats: Stats, means: readonly AverageScores[]): ScenarioFigures {
  const rounded = roundAll(stats);
  return { averageScores: meansOf(rounded), stats: rounded, attempts: packMeans(means) };
}
