import type { MetricStats } from '@assay/contracts';
import { mean } from './mean.ts';
import { meansOfAttempts } from './means-of-attempts.ts';
import { suiteMean } from './suite-mean.ts';
import type { Tally } from './tally-sheet.ts';

/** scenario → attempt, for one metric */
type Tallies = readonly (readonly Tally[])[];

/** How sure the mean of one metric is; undefined where it was scored nowhere. */
export function describeTallies(scenarios: Tallies): MetricStats | undefined {
  const means = scenarios.map(meansOfAttempts).filter((attempts) => attempts.length > 0);
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
    answered_only: answeredOnly(scenarios),
  };
}

function coverageOf(tallies: readonly Tally[]): number {
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

/** The same mean without the failed turns: how good it is when it answers at all. */
function answeredOnly(scenarios: Tallies): MetricStats['answered_only'] {
  const means = scenarios
    .map((attempts) =>
      meansOfAttempts(
        attempts.map((tally) => ({
          ...tally,
          sum: tally.answeredSum,
          scored: tally.answeredScored,
        })),
      ),
    )
    .filter((attempts) => attempts.length > 0);
  return means.length === 0 ? null : { mean: mean(means.map(mean)) };
}
