import type { AverageScores, Scores, Stats } from '@fairtrial/contracts';
import { averageScores, collectMetrics } from '@fairtrial/statistics';
import { packMeans } from '../../entities/attempt-means.ts';
import type { ScenarioSummary } from '../../db/runs/run-summary.ts';
import { attemptsAt, type RunPlan } from '../../entities/run.ts';
import type { AttemptOrdinals } from '../../entities/turn.ts';
import { roundScores } from './rounding.ts';
import { toMeans, roundAllStats } from './rounding.ts';

type ScenarioFigures = Pick<ScenarioSummary, 'averageScores' | 'stats' | 'attempts'>;

/** The means of `overall` of the attempts that have one, by scenario. */
export type OverallMeans = readonly (readonly number[])[];

interface ScenarioCollector {
  /** Turns must be added in run order, each conversation after its turns: it counts like one more turn. */
  add(turn: AttemptOrdinals, scores: Scores): void;
  /** Includes scenarios without turns. */
  read(): {
    readonly stats: Stats;
    readonly scenarios: readonly ScenarioFigures[];
    readonly overallMeans: OverallMeans;
  };
}

/** Collects the figures of each scenario. Scores of single turns are dropped at the end of their scenario. */
export function collectScenarios(
  plan: Pick<RunPlan, 'scenarios' | 'attempts' | 'scenarioAttempts'>,
): ScenarioCollector {
  const metrics = collectMetrics(plan.attempts);
  const figures = plan.scenarios.map((_, no) => toFigures({}, unplayed(attemptsAt(plan, no))));
  let current: AttemptOrdinals | undefined;
  const overallMeans = plan.scenarios.map((): number[] => []);
  let turns: Scores[] = [];
  let means: AverageScores[] = [];

  function closeAttempt(): void {
    if (current) {
      const scores = averageScores(turns);
      means[current.attemptNo] = roundScores(scores);
      if (scores['overall'] !== undefined)
        overallMeans[current.scenarioNo]?.push(scores['overall']);
    }
    turns = [];
  }

  function closeScenario(): void {
    if (current)
      figures[current.scenarioNo] = toFigures(metrics.endScenario(current.scenarioNo), means);
  }

  return {
    add(turn, scores) {
      const isSameScenario = current?.scenarioNo === turn.scenarioNo;
      if (!isSameScenario || current?.attemptNo !== turn.attemptNo) closeAttempt();
      if (!isSameScenario) {
        closeScenario();
        means = unplayed(attemptsAt(plan, turn.scenarioNo));
      }
      current = turn;
      turns.push(scores);
      metrics.add({ scenario: turn.scenarioNo, attempt: turn.attemptNo }, scores);
    },
    read() {
      closeAttempt();
      closeScenario();
      return { stats: roundAllStats(metrics.stats()), scenarios: figures, overallMeans };
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
