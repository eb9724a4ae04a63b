import { MIN_COVERAGE, SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import { fisherExact, type Rate } from '../math/fisher-exact.ts';
import { wilsonInterval } from '../math/wilson.ts';

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
