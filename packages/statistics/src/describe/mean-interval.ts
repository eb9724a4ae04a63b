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
  /** `undefined` for a single attempt. */
  readonly variance: number | undefined;
}

/** Smaller standard errors are rounding errors, and their squares would underflow. */
const MIN_STANDARD_ERROR = 1e-12;

/** `stratifiedMean`, computed from the scores of the attempts. */
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
 * Mean over scenarios of the means over their attempts, for exactly these scenarios: only the attempts contribute
 * noise. Uses the stratified standard error and Satterthwaite degrees of freedom. With a single attempt, noise cannot
 * be estimated.
 */
export function stratifiedMean(scenarios: readonly ScenarioMean[]): MeanWithInterval {
  return weightedMean(scenarios.map((scenario) => ({ ...scenario, weight: 1 / scenarios.length })));
}

/** Like `stratifiedMean`, with scenario weights that sum to 1. */
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
 * The t interval, widened by the possible effect of one more attempt: downwards if it failed, upwards if it were
 * perfect. All attempts of a model that fails 5 % of the time often succeed, and their variance alone would imply that
 * it never fails. If nothing varied, Wilson's interval is used. The width is never zero.
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
 * The suite mean as an estimate for similar scenarios: the scenarios are the sample, so the noise is the variance of
 * their means, and one attempt per scenario is enough. A single scenario gives no estimate.
 */
export function generalMean(scenarios: readonly (readonly number[])[]): MeanWithInterval {
  return suiteMean([scenarios.map(mean)]);
}
