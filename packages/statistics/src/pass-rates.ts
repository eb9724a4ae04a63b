import type { RunPasses, ScenarioPasses } from '@assay/contracts';
import { Z_95 } from './constants.ts';
import { mean } from './descriptive.ts';

/** How many of the attempts at one scenario passed. */
export interface PassCount {
  readonly passes: number;
  readonly attempts: number;
}

type PassEstimate = (count: PassCount, k: number) => number | undefined;

/** pass@k and pass^k are listed for each k up to this one, and for the number of attempts. */
const MAX_LISTED_K = 10;

/** The attempts at one scenario; undefined without any. */
export function describeScenarioPasses(count: PassCount): ScenarioPasses | undefined {
  const described = describePasses([count]);
  return described && { ...described, flaky: isFlaky(count) };
}

/**
 * The attempts at all scenarios. Wilson's interval takes them for draws from one population; scenarios that
 * differ make it too wide rather than too narrow.
 */
export function describeRunPasses(scenarios: readonly PassCount[]): RunPasses | undefined {
  const attempted = scenarios.filter(({ attempts }) => attempts > 0);
  const described = describePasses(attempted);
  return (
    described && {
      ...described,
      scenarios: attempted.length,
      flaky_scenarios: attempted.filter(isFlaky).length,
    }
  );
}

function describePasses(
  scenarios: readonly PassCount[],
): Omit<ScenarioPasses, 'flaky'> | undefined {
  const attempts = scenarios.reduce((sum, each) => sum + each.attempts, 0);
  const passed = scenarios.reduce((sum, each) => sum + each.passes, 0);
  const interval = wilsonInterval(passed, attempts);
  if (interval === undefined) return undefined;
  const maxK = scenarios.reduce((larger, each) => Math.max(larger, each.attempts), 0);
  const ks = Array.from({ length: maxK }, (_, index) => index + 1).filter(
    (k) => k <= MAX_LISTED_K || k === maxK,
  );
  const byK = (estimate: PassEstimate): Record<string, number> =>
    Object.fromEntries(
      ks.flatMap((k) => {
        const value = meanOverScenarios(scenarios, estimate, k);
        return value === undefined ? [] : [[k, value]];
      }),
    );
  return {
    attempts,
    passed,
    pass_rate: passed / attempts,
    ci95: [interval[0], interval[1]],
    pass_at_k: byK(passAtK),
    pass_hat_k: byK(passHatK),
  };
}

/** `passAtK` or `passHatK` of a suite: the mean of the scenarios that have k attempts; undefined without any. */
export function meanOverScenarios(
  scenarios: readonly PassCount[],
  estimate: PassEstimate,
  k: number,
): number | undefined {
  const known = scenarios
    .map((count) => estimate(count, k))
    .filter((value): value is number => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
}

/** The probability that at least one of k attempts passes; undefined if there are fewer than k attempts. */
export function passAtK({ passes, attempts }: PassCount, k: number): number | undefined {
  const noneOfK = passHatK({ passes: attempts - passes, attempts }, k);
  return noneOfK === undefined ? undefined : 1 - noneOfK;
}

/** The probability that all of k attempts pass; undefined if there are fewer than k attempts. */
export function passHatK({ passes, attempts }: PassCount, k: number): number | undefined {
  if (k > attempts) return undefined;
  // C(c, k) / C(n, k), factor by factor: the binomial coefficients themselves overflow.
  let probability = 1;
  for (let drawn = 0; drawn < Math.min(k, passes + 1); drawn += 1) {
    probability *= (passes - drawn) / (attempts - drawn);
  }
  return probability;
}

/** Neither always passed nor always failed. */
export function isFlaky({ passes, attempts }: PassCount): boolean {
  return passes > 0 && passes < attempts;
}

/** Wilson's 95 % interval of a rate; undefined without any attempt. Never of zero width. */
export function wilsonInterval(
  passes: number,
  attempts: number,
): readonly [number, number] | undefined {
  if (attempts === 0) return undefined;
  const rate = passes / attempts;
  const square = Z_95 ** 2 / attempts;
  const centre = rate + square / 2;
  const half = Z_95 * Math.sqrt((rate * (1 - rate)) / attempts + square / (4 * attempts));
  // The ends are exact if nothing or everything passed; the division leaves rounding errors.
  const low = passes === 0 ? 0 : (centre - half) / (1 + square);
  const high = passes === attempts ? 1 : (centre + half) / (1 + square);
  return [low, high];
}
