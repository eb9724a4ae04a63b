import type { AverageScores, Stats } from '@assay/contracts';
import { withoutInapplicable } from '@assay/scorers';
import { describeMetrics } from '@assay/statistics';
import type { Turn } from '../db/turn.ts';
import { roundStats } from './round-scores.ts';

/** How sure every mean is, over some scenarios of a run. */
export function statsOf(scenarios: readonly (readonly (readonly Turn[])[])[]): Stats {
  const scores = scenarios.map((attempts) =>
    attempts.map((turns) => turns.map((turn) => withoutInapplicable(turn.scores))),
  );
  return Object.fromEntries(
    Object.entries(describeMetrics(scores)).map(([metric, stats]) => [metric, roundStats(stats)]),
  );
}

/** The means alone, as the contract shows them. */
export function meansOf(stats: Stats): AverageScores {
  return Object.fromEntries(Object.entries(stats).map(([metric, { mean }]) => [metric, mean]));
}
