import type { ComparedPasses, CorrectedDifference } from '@fairtrial/contracts';
import { comparePassCounts, describeRunPasses } from '@fairtrial/statistics';
import { countPasses } from '../summary/passes.ts';
import { round, roundPasses } from '../summary/rounding.ts';
import type { MatchedAggregates } from './pair-scores.ts';

/** Attempts at a scenario are exchangeable, so they are counted, not paired. */
export function comparePasses(
  { matching, baseline, candidate }: MatchedAggregates,
  corrected: CorrectedDifference | null,
): ComparedPasses | null {
  const counts = matching.scenarios.map((at) => ({
    baseline: countPasses(baseline.passes(at.baseline)),
    candidate: countPasses(candidate.passes(at.candidate)),
  }));
  const old = roundPasses(describeRunPasses(counts.map((count) => count.baseline)));
  const now = roundPasses(describeRunPasses(counts.map((count) => count.candidate)));
  if (old === undefined || now === undefined) return null;
  return { baseline: old, candidate: now, p: round(comparePassCounts(counts)), corrected };
}
