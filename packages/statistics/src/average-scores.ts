import type { AverageScores, Scores } from '@assay/contracts';
import { mean } from './mean.ts';

/** Per metric, the mean over the turns where it was scored; a metric scored nowhere is left out. */
export function averageScores(turns: readonly Scores[]): AverageScores {
  const byMetric = new Map<string, number[]>();
  for (const turn of turns) {
    for (const [metric, score] of Object.entries(turn)) {
      if (score === null) continue;
      const scores = byMetric.get(metric) ?? [];
      scores.push(score);
      byMetric.set(metric, scores);
    }
  }
  return Object.fromEntries([...byMetric].map(([metric, scores]) => [metric, mean(scores)]));
}
