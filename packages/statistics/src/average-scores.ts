import type { AverageScores, Scores } from '@assay/contracts';

/** Per metric, the mean over the turns where it was scored; a metric scored nowhere is left out. */
export function averageScores(turns: readonly Scores[]): AverageScores {
  const sums = new Map<string, { sum: number; scored: number }>();
  for (const scores of turns) {
    for (const [metric, score] of Object.entries(scores)) {
      if (score === null) continue;
      const tally = sums.get(metric) ?? { sum: 0, scored: 0 };
      sums.set(metric, tally);
      tally.sum += score;
      tally.scored += 1;
    }
  }
  return Object.fromEntries([...sums].map(([metric, { sum, scored }]) => [metric, sum / scored]));
}
