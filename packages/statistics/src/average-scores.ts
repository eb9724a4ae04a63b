import type { AverageScores, Scores } from '@assay/contracts';
import { collectMetrics } from './collect-metrics.ts';

/** Per metric, the mean over the turns where it was scored; a metric scored nowhere is left out. */
export function averageScores(turns: readonly Scores[]): AverageScores {
  const collector = collectMetrics();
  for (const scores of turns) collector.add({ scenario: 0, attempt: 0 }, scores);
  return Object.fromEntries(
    Object.entries(collector.stats()).map(([metric, { mean }]) => [metric, mean]),
  );
}
