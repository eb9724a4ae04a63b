import type { Scores, Stats } from '@assay/contracts';
import { collectMetrics } from './collect-metrics.ts';

/** scenario → attempt → turn */
type Turns = readonly (readonly (readonly Scores[])[])[];

/** How sure the mean of every metric is; one that was scored nowhere is left out. */
export function describeMetrics(scenarios: Turns): Stats {
  const collector = collectMetrics();
  for (const [scenario, attempts] of scenarios.entries()) {
    for (const [attempt, turns] of attempts.entries()) {
      for (const scores of turns) collector.add({ scenario, attempt }, scores);
    }
  }
  return collector.stats();
}
