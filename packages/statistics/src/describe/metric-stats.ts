import type { MetricStats } from '@fairtrial/contracts';
import { mean, variance } from '../math/descriptive.ts';
import { stratifiedMean } from './mean-interval.ts';
import type { AttemptScores } from './score-table.ts';

/** Scores of one metric in one scenario, reduced to the values that the run statistics need. */
export interface ScenarioSummary {
  /** Statistics of the attempt means; `undefined` if no attempt was scored. */
  readonly means: AttemptSpread | undefined;
  readonly scored: number;
  readonly unscored: number;
  /** The mean if every unscored turn had score 0, and if it had score 1. */
  readonly bounds: readonly [number, number];
}

interface AttemptSpread {
  readonly n: number;
  readonly mean: number;
  /** `undefined` for a single attempt. */
  readonly variance: number | undefined;
  readonly min: number;
  readonly max: number;
}

/** Expects the attempts to which the metric applied; at least one. */
export function summariseScenario(attempts: readonly AttemptScores[]): ScenarioSummary {
  return {
    means: attemptSpread(attempts),
    scored: attempts.reduce((sum, { scored }) => sum + scored, 0),
    unscored: attempts.reduce((sum, { unscored }) => sum + unscored, 0),
    bounds: [meanIfUnscoredHad(0, attempts), meanIfUnscoredHad(1, attempts)],
  };
}

function attemptSpread(attempts: readonly AttemptScores[]): AttemptSpread | undefined {
  const means = attempts.filter(({ scored }) => scored > 0).map(({ sum, scored }) => sum / scored);
  if (means.length === 0) return undefined;
  return {
    n: means.length,
    mean: mean(means),
    variance: variance(means),
    min: means.reduce((least, value) => Math.min(least, value)),
    max: means.reduce((most, value) => Math.max(most, value)),
  };
}

function meanIfUnscoredHad(score: number, attempts: readonly AttemptScores[]): number {
  return mean(
    attempts.map(({ sum, scored, unscored }) => (sum + score * unscored) / (scored + unscored)),
  );
}

/** Returns the statistics of one metric over scenarios; `undefined` if it was never scored. */
export function metricStats(scenarios: readonly ScenarioSummary[]): MetricStats | undefined {
  const means = scenarios.flatMap((scenario) => scenario.means ?? []);
  if (means.length === 0) return undefined;
  const { mean: centre, sd, se, ci95 } = stratifiedMean(means);
  return {
    mean: centre,
    sd: sd ?? null,
    se: se ?? null,
    ci95: ci95 ? [...ci95] : null,
    n: means.reduce((sum, { n }) => sum + n, 0),
    min: means.reduce((least, { min }) => Math.min(least, min), Infinity),
    max: means.reduce((most, { max }) => Math.max(most, max), -Infinity),
    coverage: coverage(scenarios),
    bounds: [
      mean(scenarios.map(({ bounds }) => bounds[0])),
      mean(scenarios.map(({ bounds }) => bounds[1])),
    ],
  };
}

/** Share of scored turns among those to which the metric applied. */
function coverage(scenarios: readonly ScenarioSummary[]): number {
  const scored = scenarios.reduce((sum, scenario) => sum + scenario.scored, 0);
  const unscored = scenarios.reduce((sum, scenario) => sum + scenario.unscored, 0);
  return scored / (scored + unscored);
}
