import type { RunPasses, ScenarioPasses } from '@fairtrial/contracts';
import { mean } from '../math/descriptive.ts';
import { wilsonInterval } from '../math/wilson.ts';
import { weightedMean } from './mean-interval.ts';

/** Pass count of the attempts at one scenario. */
export interface PassCount {
  readonly passes: number;
  /** Attempts with a known result. */
  readonly attempts: number;
  /** Attempts without a known result; 0 if absent. */
  readonly unknown?: number;
}

type PassEstimate = (count: PassCount, k: number) => number | undefined;

/** pass@k and pass^k are listed for each k up to this limit, and for the number of attempts. */
const MAX_LISTED_K = 10;

/** Describes the attempts at one scenario; `undefined` if there are none. */
export function describeScenarioPasses(count: PassCount): ScenarioPasses | undefined {
  const described = describePasses([count]);
  return described && { ...described, flaky: isFlaky(count) };
}

/** Describes the attempts at all scenarios; `undefined` if no attempt has a known result. */
export function describeRunPasses(scenarios: readonly PassCount[]): RunPasses | undefined {
  const described = describePasses(scenarios);
  return (
    described && {
      ...described,
      scenarios: scenarios.filter(({ attempts }) => attempts > 0).length,
      flaky_scenarios: scenarios.filter(isFlaky).length,
    }
  );
}

function describePasses(
  scenarios: readonly PassCount[],
): Omit<ScenarioPasses, 'flaky'> | undefined {
  const attempts = scenarios.reduce((sum, each) => sum + each.attempts, 0);
  const passed = scenarios.reduce((sum, each) => sum + each.passes, 0);
  const interval = passRateInterval(scenarios.filter((each) => each.attempts > 0));
  if (interval === undefined) return undefined;
  const maxK = scenarios.reduce(
    (larger, { attempts: known, unknown = 0 }) => Math.max(larger, known + unknown),
    0,
  );
  const ks = Array.from({ length: maxK }, (_, index) => index + 1).filter(
    (k) => k <= MAX_LISTED_K || k === maxK,
  );
  const byK = (estimate: PassEstimate): Record<string, number | null> =>
    Object.fromEntries(ks.map((k) => [k, meanOverScenarios(scenarios, estimate, k) ?? null]));
  return {
    attempts,
    unknown: scenarios.reduce((sum, each) => sum + (each.unknown ?? 0), 0),
    passed,
    pass_rate: passed / attempts,
    ci95: [interval[0], interval[1]],
    pass_at_k: byK(passAtK),
    pass_hat_k: byK(passHatK),
  };
}

/**
 * Interval of the pass rate over all attempts; `undefined` if there are none. A single scenario uses Wilson's interval.
 * Several scenarios are stratified and weighted by their attempts. If one of them has a single attempt, all attempts
 * are treated as draws from one population (Wilson), which is too wide rather than too narrow.
 */
function passRateInterval(scenarios: readonly PassCount[]): readonly [number, number] | undefined {
  const total = scenarios.reduce((sum, { attempts }) => sum + attempts, 0);
  const passed = scenarios.reduce((sum, { passes }) => sum + passes, 0);
  const whole = wilsonInterval(passed, total);
  if (scenarios.length < 2) return whole;
  const stratified = weightedMean(
    scenarios.map(({ passes, attempts }) => {
      const rate = passes / attempts;
      const variance = attempts < 2 ? undefined : (rate * (1 - rate) * attempts) / (attempts - 1);
      return { n: attempts, mean: rate, variance, weight: attempts / total };
    }),
  );
  return stratified.ci95 ?? whole;
}

/**
 * `passAtK` or `passHatK` of a suite: the mean over the scenarios with attempts. `undefined` if one of them has fewer
 * than k attempts with a known result, because the mean over the others would describe another suite.
 */
export function meanOverScenarios(
  scenarios: readonly PassCount[],
  estimate: PassEstimate,
  k: number,
): number | undefined {
  const played = scenarios.filter(({ attempts, unknown = 0 }) => attempts + unknown > 0);
  const known = played.flatMap((count) => estimate(count, k) ?? []);
  return known.length === 0 || known.length < played.length ? undefined : mean(known);
}

/** Probability that at least one of k attempts passes; `undefined` if there are fewer than k attempts. */
export function passAtK({ passes, attempts }: PassCount, k: number): number | undefined {
  const noneOfK = passHatK({ passes: attempts - passes, attempts }, k);
  return noneOfK === undefined ? undefined : 1 - noneOfK;
}

/** Probability that all of k attempts pass; `undefined` if there are fewer than k attempts. */
export function passHatK({ passes, attempts }: PassCount, k: number): number | undefined {
  if (k > attempts) return undefined;
  // C(c, k) / C(n, k), computed factor by factor because the binomial coefficients overflow.
  let probability = 1;
  for (let drawn = 0; drawn < Math.min(k, passes + 1); drawn += 1) {
    probability *= (passes - drawn) / (attempts - drawn);
  }
  return probability;
}

/** True if some attempts passed and some failed. */
export function isFlaky({ passes, attempts }: PassCount): boolean {
  return passes > 0 && passes < attempts;
}
