import type { AverageScores, Scores, Stats } from '@fairtrial/contracts';
import { metricStats, summariseScenario, type ScenarioSummary } from './metric-stats.ts';
import { addScore, createScoreTable, listAttemptScores, type ScoreTable } from './score-table.ts';

/** Scenario and attempt of a turn, both counted from 0. */
export interface AttemptPosition {
  readonly scenario: number;
  readonly attempt: number;
}

export interface MetricCollector {
  /** Adds one turn; turns may be added in any order. */
  add(position: AttemptPosition, scores: Scores): void;
  /**
   * Closes a scenario and returns the statistics of its metrics; metrics without any score are left out. No turns may
   * be added to the scenario afterwards. Close scenarios early: their scores then take less memory.
   */
  endScenario(scenario: number): Stats;
  /** Returns the statistics over all scenarios. */
  stats(): Stats;
}

/**
 * For runs that do not fit in memory: keeps a few numbers per metric and attempt until the scenario is closed, then a
 * few per metric and scenario, never the turns. `attempts` is the expected number per scenario; more are allowed.
 */
export function collectMetrics(attempts = 8): MetricCollector {
  const open = new Map<number, Map<string, ScoreTable>>();
  const ended = new Map<string, Map<number, ScenarioSummary>>();

  function tableFor(metric: string, scenario: number): ScoreTable {
    const tables = open.get(scenario) ?? new Map<string, ScoreTable>();
    open.set(scenario, tables);
    const table = tables.get(metric) ?? createScoreTable(attempts);
    tables.set(metric, table);
    return table;
  }

  function summariesOf(metric: string): Map<number, ScenarioSummary> {
    const summaries = ended.get(metric) ?? new Map<number, ScenarioSummary>();
    ended.set(metric, summaries);
    return summaries;
  }

  function endScenario(scenario: number): Stats {
    const summaries = [...(open.get(scenario) ?? [])].map(
      ([metric, table]) => [metric, summariseScenario(listAttemptScores(table))] as const,
    );
    open.delete(scenario);
    for (const [metric, summary] of summaries) summariesOf(metric).set(scenario, summary);
    return toStats(summaries.map(([metric, summary]) => [metric, [summary]]));
  }

  return {
    add({ scenario, attempt }, scores) {
      for (const [metric, score] of Object.entries(scores)) {
        addScore(tableFor(metric, scenario), attempt, score);
      }
    },
    endScenario,
    stats() {
      // In scenario order, so that rounding does not depend on which scenario ended first.
      for (const scenario of [...open.keys()].toSorted((a, b) => a - b)) endScenario(scenario);
      return toStats(
        [...ended].map(([metric, summaries]) => [
          metric,
          [...summaries].toSorted(([a], [b]) => a - b).map(([, summary]) => summary),
        ]),
      );
    },
  };
}

function toStats(metrics: readonly (readonly [string, readonly ScenarioSummary[]])[]): Stats {
  return Object.fromEntries(
    metrics.flatMap(([metric, scenarios]) => {
      const stats = metricStats(scenarios);
      return stats === undefined ? [] : [[metric, stats] as const];
    }),
  );
}

/** scenario → attempt → turn */
type TurnScores = readonly (readonly (readonly Scores[])[])[];

/** Returns the statistics of every metric of a run; metrics without any score are left out. */
export function describeMetrics(scenarios: TurnScores): Stats {
  const collector = collectMetrics();
  for (const [scenario, attempts] of scenarios.entries()) {
    for (const [attempt, turns] of attempts.entries()) {
      for (const scores of turns) collector.add({ scenario, attempt }, scores);
    }
  }
  return collector.stats();
}

/** Returns the mean of each metric over the turns that scored it; metrics without any score are left out. */
export function averageScores(turns: readonly Scores[]): AverageScores {
  const sums = new Map<string, { sum: number; scored: number }>();
  for (const scores of turns) {
    for (const [metric, score] of Object.entries(scores)) {
      if (score === null) continue;
      const total = sums.get(metric) ?? { sum: 0, scored: 0 };
      sums.set(metric, total);
      total.sum += score;
      total.scored += 1;
    }
  }
  return Object.fromEntries([...sums].map(([metric, { sum, scored }]) => [metric, sum / scored]));
}
