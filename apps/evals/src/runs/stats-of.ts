import type { AverageScores, Stats } from '@assay/contracts';
import type { MetricCollector } from '@assay/statistics';
import { roundStats } from './round-scores.ts';

/** How sure every mean is, in the run or in one scenario of it. */
export function statsOf(metrics: MetricCollector, scenario?: number): Stats {
  const stats = scenario === undefined ? metrics.stats() : metrics.scenarioStats(scenario);
  return Object.fromEntries(
    Object.entries(stats).map(([metric, one]) => [metric, roundStats(one)]),
  );
}

/** The means alone, as the contract shows them. */
export function meansOf(stats: Stats): AverageScores {
  return Object.fromEntries(Object.entries(stats).map(([metric, { mean }]) => [metric, mean]));
}
