import type { Scores } from '@assay/contracts';

/** What one attempt says of one metric. */
export interface Tally {
  sum: number;
  scored: number;
  unscored: number;
}

/** Every metric of some turns, in one pass over them. */
export function tallyMetrics(turns: readonly Scores[]): ReadonlyMap<string, Readonly<Tally>> {
  const tallies = new Map<string, Tally>();
  for (const turn of turns) {
    for (const [metric, score] of Object.entries(turn)) {
      const tally = tallies.get(metric) ?? { sum: 0, scored: 0, unscored: 0 };
      tallies.set(metric, tally);
      if (score === null) tally.unscored += 1;
      else {
        tally.scored += 1;
        tally.sum += score;
      }
    }
  }
  return tallies;
}
