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

/** The attempts of one scenario. */
interface ScenarioMean {
  readonly n: number;
  readonly mean: number;
  /** Undefined for a single attempt. */
  readonly variance: number | undefined;
}

/** The mean over scenarios of the means over their attempts, from the scores of the attempts. */
export function suiteMean(scenarios: readonly (readonly number[])[]): MeanWithInterval {
  return stratifiedMean(
    scenarios.map((attempts) => ({
      n: attempts.length,
      mean: mean(attempts),
      variance: variance(attempts),
    })),
  );
}

/**
 * The mean over scenarios of the means over their attempts, on exactly these scenarios: the noise is
 * that of the attempts. Stratified standard error, Satterthwaite degrees of freedom. One scenario is
 * the plain t interval over its attempts. With one attempt there is nothing to estimate noise from.
 */
export function stratifiedMean(scenarios: readonly ScenarioMean[]): MeanWithInterval {
  const centre = mean(scenarios.map((scenario) => scenario.mean));
  const strata = scenarios.flatMap(({ n, variance: spread }) =>
    spread === undefined ? [] : [{ n, variance: spread }],
  );
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
