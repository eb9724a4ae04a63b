import { mean } from './mean.ts';
import { satterthwaite } from './satterthwaite.ts';
import { tQuantile } from './t-quantile.ts';
import { variance } from './variance.ts';

export interface MeanWithInterval {
  readonly mean: number;
  readonly sd: number | undefined;
  readonly se: number | undefined;
  readonly ci95: readonly [number, number] | undefined;
}

/** Below this a spread is floating-point dust, and its square would underflow. */
const ROUNDING = 1e-12;

/**
 * The mean over scenarios of the means over their attempts, on exactly these scenarios: the noise is
 * that of the attempts. Stratified standard error, Satterthwaite degrees of freedom. One scenario is
 * the plain t interval over its attempts. With one attempt there is nothing to estimate noise from.
 */
export function suiteMean(scenarios: readonly (readonly number[])[]): MeanWithInterval {
  const centre = mean(scenarios.map(mean));
  const strata = scenarios.flatMap((attempts) => {
    const spread = variance(attempts);
    return spread === undefined ? [] : [{ n: attempts.length, variance: spread }];
  });
  if (strata.length < scenarios.length) {
    return { mean: centre, sd: undefined, se: undefined, ci95: undefined };
  }
  const noise = satterthwaite(strata);
  const se = noise.se / strata.length;
  const sd = Math.sqrt(mean(strata.map((stratum) => stratum.variance)));
  if (se < ROUNDING) return { mean: centre, sd, se, ci95: [centre, centre] };
  const half = tQuantile(noise.df) * se;
  return { mean: centre, sd, se, ci95: [centre - half, centre + half] };
}
