import type { AverageScores, Stats } from '@assay/contracts';
import { roundStats } from './rounding.ts';

export function roundAll(stats: Stats): Stats {
  return Object.fromEntries(
    Object.entries(stats).map(([metric, one]) => [metric, roundStats(one)]),
  );
}

/** The means alone, as the contract shows them. */
export function meansOf(stats: Stats): AverageScores {
  return Object.fromEntries(Object.entries(stats).map(([metric, { mean }]) => [metric, mean]));
}
