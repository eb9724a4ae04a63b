import { mean } from './mean.ts';
import { tQuantile95 } from './student-t.ts';
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
  const spread = scenarios.map((attempts) => ({
    n: attempts.length,
    variance: variance(attempts),
  }));
  const parts = spread.flatMap(({ n, variance: v }) =>
    v === undefined ? [] : [{ n, ofMean: v / n, variance: v }],
  );
  if (parts.length < scenarios.length) {
    return { mean: centre, sd: undefined, se: undefined, ci95: undefined };
  }
  const sum = parts.reduce((total, part) => total + part.ofMean, 0);
  const se = Math.sqrt(sum) / parts.length;
  const sd = Math.sqrt(mean(parts.map((part) => part.variance)));
  if (se < ROUNDING) return { mean: centre, sd, se, ci95: [centre, centre] };
  const df = sum ** 2 / parts.reduce((total, part) => total + part.ofMean ** 2 / (part.n - 1), 0);
  const half = tQuantile95(df) * se;
  return { mean: centre, sd, se, ci95: [centre - half, centre + half] };
}
