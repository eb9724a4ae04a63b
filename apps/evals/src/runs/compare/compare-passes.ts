import type { ComparedPasses } from '@assay/contracts';
import { describeRunPasses, mcnemar } from '@assay/statistics';
import { countPasses } from '../summary/passes.ts';
import { round, roundPasses } from '../summary/rounding.ts';
import type { Sides } from './pair-up.ts';

/**
 * Which attempts passed in both runs. Attempts at a scenario are alike, so the first of the one is set
 * beside the first of the other, and so on: if nothing changed, a pair breaks as often as it mends.
 */
export function comparePasses({ matching, baseline, candidate }: Sides): ComparedPasses | null {
  const pairs = matching.scenarios.map((at) => ({
    old: baseline.passes(at.baseline),
    now: candidate.passes(at.candidate),
  }));
  const old = roundPasses(describeRunPasses(pairs.map((pair) => countPasses(pair.old))));
  const now = roundPasses(describeRunPasses(pairs.map((pair) => countPasses(pair.now))));
  if (old === undefined || now === undefined) return null;
  const count = (before: boolean, after: boolean): number =>
    pairs
      .flatMap((pair) => pair.old.map((passed, at) => [passed, pair.now[at]] as const))
      .filter(([passed, passes]) => passed === before && passes === after).length;
  const broken = count(true, false);
  const fixed = count(false, true);
  return { baseline: old, candidate: now, broken, fixed, p: round(mcnemar(broken, fixed)) };
}
