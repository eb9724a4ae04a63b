import { mean, variance } from './descriptive.ts';
import { standardErrorOfSum } from './standard-error.ts';
import { tQuantile } from './t-distribution.ts';

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
 * that of the attempts. Stratified standard error, Satterthwaite degrees of freedom. One scenario is
 * the plain t interval over its attempts. With one attempt there is nothing to estimate noise from.
 */
export function stratifiedMean(scenarios: readonly ScenarioMean[]): MeanWithInterval {
  const centre = mean(scenarios.map((scenario) => scenario.mean));
  const samples = scenarios.flatMap(({ n, variance: spread }) =>
    spread === undefined ? [] : [{ n, variance: spread }],
  );
  if (samples.length < scenarios.length) {
    return { mean: centre, sd: undefined, se: undefined, ci95: undefined };
  }
  const ofSum = standardErrorOfSum(samples);
  const se = ofSum.se / samples.length;
  const sd = Math.sqrt(mean(samples.map((sample) => sample.variance)));
  if (se < MIN_STANDARD_ERROR) return { mean: centre, sd, se, ci95: [centre, centre] };
  const half = tQuantile(ofSum.df) * se;
  return { mean: centre, sd, se, ci95: [centre - half, centre + half] };
}

/**
 * The same mean as that of the suite, taken as an estimate for scenarios like these: the scenarios are the
 * sample, so the noise is how much their means differ, and one attempt each is enough. One scenario says
 * nothing about others.
 */
export function generalMean(scenarios: readonly (readonly number[])[]): MeanWithInterval {
  return suiteMean([scenarios.map(mean)]);
}
