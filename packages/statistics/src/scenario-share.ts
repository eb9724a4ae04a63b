import { mean } from './mean.ts';
import { meansOfAttempts } from './means-of-attempts.ts';
import type { Tally } from './tally-sheet.ts';
import { variance } from './variance.ts';

/** What one scenario says of one metric: all that a run needs to know of it. */
export interface ScenarioShare {
  /** Of its attempts' means; undefined where none was scored. */
  readonly means: AttemptSpread | undefined;
  readonly scored: number;
  readonly unscored: number;
  /** The mean if every unscored turn had 0, and if it had 1. */
  readonly bounds: readonly [number, number];
  /** The mean without the failed turns: how good it is when it answers at all. */
  readonly answered: number | undefined;
}

interface AttemptSpread {
  readonly n: number;
  readonly mean: number;
  /** Undefined for a single attempt. */
  readonly variance: number | undefined;
  readonly min: number;
  readonly max: number;
}

/** From the attempts in which the metric applied: at least one. */
export function shareOf(tallies: readonly Tally[]): ScenarioShare {
  return {
    means: spreadOf(meansOfAttempts(tallies)),
    scored: tallies.reduce((sum, { scored }) => sum + scored, 0),
    unscored: tallies.reduce((sum, { unscored }) => sum + unscored, 0),
    bounds: [meanIf(tallies, 0), meanIf(tallies, 1)],
    answered: answeredMean(tallies),
  };
}

function spreadOf(means: readonly number[]): AttemptSpread | undefined {
  if (means.length === 0) return undefined;
  return {
    n: means.length,
    mean: mean(means),
    variance: variance(means),
    min: means.reduce((least, value) => Math.min(least, value)),
    max: means.reduce((most, value) => Math.max(most, value)),
  };
}

function meanIf(tallies: readonly Tally[], score: number): number {
  return mean(
    tallies.map(({ sum, scored, unscored }) => (sum + score * unscored) / (scored + unscored)),
  );
}

function answeredMean(tallies: readonly Tally[]): number | undefined {
  const means = tallies
    .filter(({ answeredScored }) => answeredScored > 0)
    .map(({ answeredSum, answeredScored }) => answeredSum / answeredScored);
  return means.length === 0 ? undefined : mean(means);
}
