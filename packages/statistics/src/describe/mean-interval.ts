import { mean, variance } from '../math/descriptive.ts';
import { addVariances } from '../math/standard-error.ts';
import { tQuantile } from '../math/t-distribution.ts';
import { wilsonInterval } from '../math/wilson.ts';

export interface MeanWithInterval {
  readonly mean: number;
  readonly sd: number | undefined;
  readonly se: number | undefined;
  readonly ci95: readonly [number, number] | undefined;
}

/** The attempts at one scenario. */
interface ScenarioMean {
  readonly n: number;
  readonly mean: number;
  /** Undefined for a single attempt. */
  readonly variance: number | undefined;
}

/** Below this a standard error is a rounding error, and its square would underflow. */
const MIN_STANDARD_ERROR = 1e-12;

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
 * that of the attempts. Stratified standard error, Satterthwaite degrees of freedom. With one attempt
 * there is nothing to estimate noise from.
 */
export function stratifiedMean(scenarios: readonly ScenarioMean[]): MeanWithInterval {
  return weightedMean(scenarios.map((scenario) => ({ ...scenario, weight: 1 / scenarios.length })));
}

/** The same with weights of the scenarios that sum to 1. */
export function weightedMean(
  scenarios: readonly (ScenarioMean & { readonly weight: number })[],
): MeanWithInterval {
  const centre = scenarios.reduce((sum, each) => sum + each.weight * each.mean, 0);
  const samples = scenarios.flatMap(({ n, variance: spread, weight }) =>
    spread === undefined ? [] : [{ variance: (weight ** 2 * spread) / n, df: n - 1, spread }],
  );
  if (samples.length < scenarios.length) {
    return { mean: centre, sd: undefined, se: undefined, ci95: undefined };
  }
  const estimate = addVariances(samples);
  const se = Math.sqrt(estimate.variance);
  const sd = Math.sqrt(mean(samples.map(({ spread }) => spread)));
  const attempts = scenarios.reduce((sum, { n }) => sum + n, 0);
  return {
    mean: centre,
    sd,
    se,
    ci95: intervalOf({ mean: centre, se, df: estimate.df, attempts }),
  };
}

interface EstimatedMean {
  readonly mean: number;
  readonly se: number;
  readonly df: number;
  readonly attempts: number;
}

/**
 * The t interval, wider by what one more attempt could change: downwards if it failed, upwards if it were
 * perfect. The attempts of a model that fails once in twenty are often all right, and their variance alone
 * would say that it never fails. If nothing varied it is Wilson's interval. Never of zero width.
 */
function intervalOf({ mean: centre, se, df, attempts }: EstimatedMean): readonly [number, number] {
  const score = Math.min(1, Math.max(0, centre));
  if (se < MIN_STANDARD_ERROR) return wilsonInterval(score * attempts, attempts) ?? [0, 1];
  const t = tQuantile(df);
  const low = centre - t * Math.hypot(se, score / (attempts + 1));
  const high = centre + t * Math.hypot(se, (1 - score) / (attempts + 1));
  return [Math.max(0, low), Math.min(1, high)];
}

/**
 * The same mean as that of the suite, taken as an estimate for scenarios like these: the scenarios are the
 * sample, so the noise is how much their means differ, and one attempt each is enough. One scenario says
 * nothing about others.
 */
export function generalMean(scenarios: readonly (readonly number[])[]): MeanWithInterval {
  return suiteMean([scenarios.map(mean)]);
}
