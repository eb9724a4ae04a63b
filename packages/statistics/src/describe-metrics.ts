import type { MetricStats, Scores, Stats } from '@assay/contracts';
import { mean } from './mean.ts';
import { suiteMean } from './suite-mean.ts';
import { tallyMetrics, type Tally } from './tally-metrics.ts';

/** scenario → attempt → turn */
type Turns = readonly (readonly (readonly Scores[])[])[];

/** scenario → attempt, for one metric */
type Tallies = readonly (readonly Readonly<Tally>[])[];

/** How sure the mean of every metric is; one that was scored nowhere is left out. */
export function describeMetrics(scenarios: Turns): Stats {
  const byMetric = new Map<string, Readonly<Tally>[][]>();
  for (const [no, attempts] of scenarios.entries()) {
    for (const turns of attempts) {
      for (const [metric, tally] of tallyMetrics(turns)) {
        const tallies = byMetric.get(metric) ?? [];
        byMetric.set(metric, tallies);
        (tallies[no] ??= []).push(tally);
      }
    }
  }
  return Object.fromEntries(
    [...byMetric].flatMap(([metric, tallies]) => {
      const stats = describeMetric(tallies.filter((attempts) => attempts.length > 0));
      return stats === undefined ? [] : [[metric, stats] as const];
    }),
  );
}

function describeMetric(scenarios: Tallies): MetricStats | undefined {
  const means = scenarios
    .map((attempts) =>
      attempts.filter(({ scored }) => scored > 0).map(({ sum, scored }) => sum / scored),
    )
    .filter((attempts) => attempts.length > 0);
  const values = means.flat();
  if (values.length === 0) return undefined;
  const { mean: centre, sd, se, ci95 } = suiteMean(means);
  return {
    mean: centre,
    sd: sd ?? null,
    se: se ?? null,
    ci95: ci95 ? [Math.max(0, ci95[0]), Math.min(1, ci95[1])] : null,
    n: values.length,
    min: values.reduce((least, value) => Math.min(least, value)),
    max: values.reduce((most, value) => Math.max(most, value)),
    coverage: coverageOf(scenarios.flat()),
    bounds: [meanIf(scenarios, 0), meanIf(scenarios, 1)],
  };
}

function coverageOf(tallies: readonly Readonly<Tally>[]): number {
  const scored = tallies.reduce((sum, tally) => sum + tally.scored, 0);
  const unscored = tallies.reduce((sum, tally) => sum + tally.unscored, 0);
  return scored / (scored + unscored);
}

/** The mean if every unscored turn had this score. */
function meanIf(scenarios: Tallies, score: number): number {
  return mean(
    scenarios.map((attempts) =>
      mean(
        attempts.map(({ sum, scored, unscored }) => (sum + score * unscored) / (scored + unscored)),
      ),
    ),
  );
}
