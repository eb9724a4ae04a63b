import { mean } from './mean.ts';
import type { Passes } from './passes.ts';

type OfK = (passes: Passes, k: number) => number | undefined;

/** `passAtK` or `passHatK` of a suite: the mean of the scenarios that have k attempts; undefined without any. */
export function overScenarios(
  scenarios: readonly Passes[],
  of: OfK,
  k: number,
): number | undefined {
  const known = scenarios
    .map((passes) => of(passes, k))
    .filter((value): value is number => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
}
