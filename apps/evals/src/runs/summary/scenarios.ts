import type { AverageScores, Scores, Stats } from '@assay/contracts';
import { averageScores, collectMetrics } from '@assay/statistics';
import { packMeans } from '../../db/attempts/attempt-means.ts';
import type { ScenarioSummary } from '../../db/runs/run-summary.ts';
import type { RunPlan } from '../../db/runs/run.ts';
import type { TurnOrdinals } from '../../db/turns/turn.ts';
import { roundScores } from './rounding.ts';
import { toMeans, roundAllStats } from './rounding.ts';

type ScenarioFigures = Pick<ScenarioSummary, 'averageScores' | 'stats' | 'attempts'>;

interface ScenarioCollector {
  /** Turns must be added in run order. */
  add(turn: TurnOrdinals, scores: Scores): void;
  /** Includes scenarios without turns. */
  read(): { readonly stats: Stats; readonly scenarios: readonly ScenarioFigures[] };
}

/** Collects the figures of each scenario. Scores of single turns are dropped at the end of their scenario. */
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
    add(turn, scores) {
      const isSameScenario = current?.scenarioNo === turn.scenarioNo;
      if (!isSameScenario || current?.attemptNo !== turn.attemptNo) closeAttempt();
      if (!isSameScenario) closeScenario();
      current = turn;
      turns.push(scores);
      metrics.add({ scenario: turn.scenarioNo, attempt: turn.attemptNo }, scores);
    },
    read() {
      closeAttempt();
      closeScenario();
      return { stats: roundAllStats(metrics.stats()), scenarios: figures };
    },
  };
}

function unplayed(attempts: number): AverageScores[] {
  return Array.from({ length: attempts }, () => ({}));
}

function toFigures(stats: Stats, means: readonly AverageScores[]): ScenarioFigures {
  const rounded = roundAllStats(stats);
  return { averageScores: toMeans(rounded), stats: rounded, attempts: packMeans(means) };
}
