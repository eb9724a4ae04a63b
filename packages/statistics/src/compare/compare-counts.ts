import { MIN_COVERAGE, SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import type { PassCount } from '../describe/pass-rates.ts';
import { wilsonInterval } from '../math/wilson.ts';

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

/**
 * Hypergeometric distribution of the candidate's share of the passes of both runs. Each probability follows from its
 * neighbour, beginning at the most probable one: a difference of logarithms of factorials loses digits.
 */
function candidatePasses({ baseline, candidate }: ComparedScenario): Distribution {
  const passes = baseline.passes + candidate.passes;
  const attempts = baseline.attempts + candidate.attempts;
  const first = Math.max(0, passes - baseline.attempts);
  const last = Math.min(passes, candidate.attempts);
  /** How probable `drawn + 1` passes are, relative to `drawn`. */
  const step = (drawn: number): number =>
    ((candidate.attempts - drawn) * (passes - drawn)) /
    ((drawn + 1) * (baseline.attempts - passes + drawn + 1));
  const mode = Math.floor(((candidate.attempts + 1) * (passes + 1)) / (attempts + 2));
  const weights = new Float64Array(last - first + 1);
  weights[mode - first] = 1;
  for (let at = mode; at < last; at += 1) {
    weights[at + 1 - first] = (weights[at - first] ?? 0) * step(at);
  }
  for (let at = mode; at > first; at -= 1) {
    weights[at - 1 - first] = (weights[at - first] ?? 0) / step(at - 1);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { first, probabilities: weights.map((weight) => weight / total) };
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

/** `hits` of `of` cases. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
}

/**
 * Fisher's exact test of two rates, two-sided: the probability of a difference at least as improbable as the observed
 * one, if both rates are equal. 1 if either side has no cases. The error is below 1e-14 with up to 50,000 cases a side.
 */
export function fisherExact(a: Rate, b: Rate): number {
  return comparePassCounts([
    {
      baseline: { passes: a.hits, attempts: a.of },
      candidate: { passes: b.hits, attempts: b.of },
    },
  ]);
}

/** With a larger share of excluded attempts, a result depends on which attempts the simulated user spoiled. */
const MAX_EXCLUDED = 1 - MIN_COVERAGE;

interface FaultDifference {
  readonly p: number;
  readonly differs: boolean;
}

/** Whether a simulated user made more faults with one model than with another: then the scores are not comparable. */
export function differInFaults(baseline: Rate, candidate: Rate): FaultDifference {
  const p = fisherExact(baseline, candidate);
  return { p, differs: p < SIGNIFICANCE_LEVEL };
}

/** Whether the simulated user spoils more attempts than allowed, beyond chance. */
export function exceedsFaultLimit(excluded: number, of: number): boolean {
  const [low] = wilsonInterval(excluded, of) ?? [0];
  return low > MAX_EXCLUDED;
}
