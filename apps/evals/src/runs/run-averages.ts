import type { AverageScores, Stats } from '@assay/contracts';
import { averageScores, describeMetrics, mean } from '@assay/statistics';
import type { Turn } from '../db/turn.ts';
import { roundStats } from './round-scores.ts';

/** The mean of the attempts' means, metric by metric. */
export function scenarioAverages(attempts: readonly (readonly Turn[])[]): AverageScores {
  const averages = attempts.map((turns) => averageScores(turns.map((turn) => turn.scores)));
  const metrics = new Set(averages.flatMap((average) => Object.keys(average)));
  return Object.fromEntries(
    [...metrics].map((metric) => [
      metric,
      mean(averages.flatMap((average) => average[metric] ?? [])),
    ]),
  );
}

/** How sure every mean is, over some scenarios of a run. */
export function statsOf(scenarios: readonly (readonly (readonly Turn[])[])[]): Stats {
  const scores = scenarios.map((attempts) =>
    attempts.map((turns) => turns.map((turn) => turn.scores)),
  );
  return Object.fromEntries(
    Object.entries(describeMetrics(scores)).map(([metric, stats]) => [metric, roundStats(stats)]),
  );
}
