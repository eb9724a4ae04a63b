import type { MetricStats } from '@assay/contracts';
import { mean } from './mean.ts';
import type { ScenarioShare } from './scenario-share.ts';
import { stratifiedMean } from './suite-mean.ts';

/** How sure the mean of one metric is, over scenarios; undefined where it was scored nowhere. */
export function describeShares(shares: readonly ScenarioShare[]): MetricStats | undefined {
  const means = shares.flatMap((share) => share.means ?? []);
  if (means.length === 0) return undefined;
  const { mean: centre, sd, se, ci95 } = stratifiedMean(means);
  const answered = shares.flatMap((share) => share.answered ?? []);
  return {
    mean: centre,
    sd: sd ?? null,
    se: se ?? null,
    ci95: ci95 ? [Math.max(0, ci95[0]), Math.min(1, ci95[1])] : null,
    n: means.reduce((sum, { n }) => sum + n, 0),
    min: means.reduce((least, { min }) => Math.min(least, min), Infinity),
    max: means.reduce((most, { max }) => Math.max(most, max), -Infinity),
    coverage: coverageOf(shares),
    bounds: [
      mean(shares.map(({ bounds }) => bounds[0])),
      mean(shares.map(({ bounds }) => bounds[1])),
    ],
    answered_only: answered.length === 0 ? null : { mean: mean(answered) },
  };
}

function coverageOf(shares: readonly ScenarioShare[]): number {
  const scored = shares.reduce((sum, share) => sum + share.scored, 0);
  const unscored = shares.reduce((sum, share) => sum + share.unscored, 0);
  return scored / (scored + unscored);
}
