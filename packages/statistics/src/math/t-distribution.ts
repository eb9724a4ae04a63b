import { SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import { logGamma, regularisedBeta } from './special-functions.ts';

/** With more degrees of freedom, Student's t differs from the normal distribution only in the seventh digit. */
const MAX_DEGREES = 1e6;

/** Newton's method needs 3 to 6 steps. */
const MAX_STEPS = 50;
const STEP_PRECISION = 1e-13;

/**
 * Probability that Student's |t| is at least this large. Uses the incomplete beta function: the difference of two
 * distribution functions would lose the small probabilities that the Holm correction needs.
 */
export function tProbability(t: number, degreesOfFreedom: number): number {
  const df = Math.min(degreesOfFreedom, MAX_DEGREES);
  const square = t ** 2;
  if (!Number.isFinite(square)) return 0;
  return regularisedBeta({ x: df / (df + square), rest: square / (df + square) }, df / 2, 0.5);
}

/**
 * Two-sided quantile of Student's t: |t| is at least this large with probability `level`. Solves for ln t by Newton's
 * method on ln(tProbability), which is concave, so it converges from the normal quantile for any level and any degrees
 * of freedom.
 */
export function tQuantile(degreesOfFreedom: number, level = SIGNIFICANCE_LEVEL): number {
  const df = Math.min(degreesOfFreedom, MAX_DEGREES);
  const density = tDensity(df);
  let t = roughNormalQuantile(level);
  for (let no = 0; no < MAX_STEPS; no += 1) {
    const probability = tProbability(t, df);
    const step = (Math.log(probability / level) * probability) / (2 * t * density(t));
    t *= Math.exp(step);
    if (Math.abs(step) < STEP_PRECISION) break;
  }
  return t;
}

function tDensity(df: number): (t: number) => number {
  const logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  return (t) => Math.exp(logScale - ((df + 1) / 2) * Math.log1p(t ** 2 / df));
}

/** Two-sided normal quantile to three digits (Abramowitz and Stegun, 26.2.23). */
function roughNormalQuantile(level: number): number {
  const u = Math.sqrt(-2 * Math.log(level / 2));
  const numerator = 2.515517 + u * (0.802853 + u * 0.010328);
  const denominator = 1 + u * (1.432788 + u * (0.189269 + u * 0.001308));
  return u - numerator / denominator;
}

/** Cumulative distribution function of the standard normal distribution. */
export function normalProbability(z: number): number {
  const tail = tProbability(z, MAX_DEGREES) / 2;
  return z < 0 ? tail : 1 - tail;
}
