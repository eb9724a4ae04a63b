import type { AverageScores, Scores } from '@assay/contracts';
import { tallyMetrics } from './tally-metrics.ts';

/** Per metric, the mean over the turns where it was scored; a metric scored nowhere is left out. */
export function averageScores(turns: readonly Scores[]): AverageScores {
  return Object.fromEntries(
    [...tallyMetrics(turns)]
      .filter(([, { scored }]) => scored > 0)
      .map(([metric, { sum, scored }]) => [metric, sum / scored]),
  );
}
