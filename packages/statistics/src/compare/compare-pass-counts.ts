import { logGamma } from '../math/special-functions.ts';
import type { PassCount } from '../describe/pass-rates.ts';

interface ComparedScenario {
  readonly baseline: PassCount;
  readonly candidate: PassCount;
}

/** Probabilities of consecutive numbers of passes, starting at `first`. */
interface Distribution {
  readonly first: number;
  readonly probabilities: Float64Array;
}

/** Less probable outcomes are dropped to keep 10,000 scenarios fast. */
const NEGLIGIBLE = 1e-18;

/** Absorbs rounding errors: sums of the same terms in another order differ in their last digits. */
const TOLERANCE = 1 + 1e-9;

/**
 * Exact two-sided test of pass counts, stratified by scenario (Cochran–Mantel–Haenszel). Under the null hypothesis, the
 * passes of a scenario are distributed over the attempts of both runs at random. Returns the total probability of all
 * outcomes at most as probable as the observed one; 1 if there is nothing to compare.
 */
export function comparePassCounts(scenarios: readonly ComparedScenario[]): number {
  let sum: Distribution = { first: 0, probabilities: Float64Array.of(1) };
  let observed = 0;
  for (const scenario of scenarios) {
    sum = convolve(sum, candidatePasses(scenario));
    observed += scenario.candidate.passes;
  }
  const limit = (sum.probabilities[observed - sum.first] ?? 0) * TOLERANCE;
  const p = sum.probabilities.reduce((total, each) => (each <= limit ? total + each : total), 0);
  return Math.min(1, p);
}

/** Hypergeometric distribution of the candidate's share of the passes of both runs. */
function candidatePasses({ baseline, candidate }: ComparedScenario): Distribution {
  const passes = baseline.passes + candidate.passes;
  const first = Math.max(0, passes - baseline.attempts);
  const last = Math.min(passes, candidate.attempts);
  const all = logChoose(baseline.attempts + candidate.attempts, passes);
  const probabilities = Float64Array.from({ length: last - first + 1 }, (_, index) => {
    const drawn = first + index;
    return Math.exp(
      logChoose(candidate.attempts, drawn) + logChoose(baseline.attempts, passes - drawn) - all,
    );
  });
  return { first, probabilities };
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

function convolve(a: Distribution, b: Distribution): Distribution {
  if (b.probabilities.length === 1) return { ...a, first: a.first + b.first };
  const sums = new Float64Array(a.probabilities.length + b.probabilities.length - 1);
  for (const [i, left] of a.probabilities.entries()) {
    for (const [j, right] of b.probabilities.entries()) {
      sums[i + j] = (sums[i + j] ?? 0) + left * right;
    }
  }
  const from = sums.findIndex((probability) => probability > NEGLIGIBLE);
  const to = sums.findLastIndex((probability) => probability > NEGLIGIBLE);
  return { first: a.first + b.first + from, probabilities: sums.slice(from, to + 1) };
}
