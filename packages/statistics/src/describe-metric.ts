import type { MetricStats, Scores } from '@assay/contracts';
import { averageScores } from './average-scores.ts';
import { mean } from './mean.ts';
import { suiteMean } from './suite-mean.ts';

/** scenario → attempt → turn */
export type Turns = readonly (readonly (readonly Scores[])[])[];

/** How sure the mean of a metric is; undefined where it was scored nowhere. */
export function describeMetric(metric: string, scenarios: Turns): MetricStats | undefined {
  const attempts = scenarios
    .map((scenario) => meansOf(metric, scenario))
    .filter((means) => means.length > 0);
  const values = attempts.flat();
  if (values.length === 0) return undefined;
  const { mean: centre, sd, se, ci95 } = suiteMean(attempts);
  const applicable = scenarios.flat(2).filter((turn) => metric in turn);
  const scored = applicable.filter((turn) => turn[metric] !== null);
  return {
    mean: centre,
    sd: sd ?? null,
    se: se ?? null,
    ci95: ci95 ? [Math.max(0, ci95[0]), Math.min(1, ci95[1])] : null,
    n: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    coverage: scored.length / applicable.length,
    bounds: [meanIf(metric, scenarios, 0), meanIf(metric, scenarios, 1)],
  };
}

/** The attempt means of one scenario. */
function meansOf(metric: string, attempts: readonly (readonly Scores[])[]): readonly number[] {
  return attempts.flatMap((turns) => averageScores(turns)[metric] ?? []);
}

/** The mean if every unscored turn had this score. */
function meanIf(metric: string, scenarios: Turns, score: number): number {
  const filled = scenarios.map((attempts) =>
    attempts.map((turns) =>
      turns.map((turn) => (turn[metric] === null ? { ...turn, [metric]: score } : turn)),
    ),
  );
  const means = filled.map((attempts) => meansOf(metric, attempts));
  return mean(means.filter((attempts) => attempts.length > 0).map(mean));
}
