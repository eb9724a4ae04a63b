import type { AverageScores, Stats } from '@assay/contracts';
import type { MetricCollector } from '@assay/statistics';
import { roundStats } from './round-scores.ts';

/** How sure every mean is. */
export function statsOf(metrics: MetricCollector): Stats {
  return Object.fromEntries(
    Object.entries(metrics.stats()).map(([metric, stats]) => [metric, roundStats(stats)]),
  );
}

/** The means alone, as the contract shows them. */
export function meansOf(stats: Stats): AverageScores {
  return Object.fromEntries(Object.entries(stats).map(([metric, { mean }]) => [metric, mean]));
}
