import type { ComparedMetric } from '@assay/contracts';
import { compareMeans, type ScenarioPair } from '@assay/statistics';
import { round } from '../summary/rounding.ts';
import { roundInterval } from './to-verdict.ts';

/** Both means and what lies between them, as the contract shows it; without a verdict. */
export function toDelta(pairs: readonly ScenarioPair[]): ComparedMetric {
  // Means of the same scenarios, else their difference would not be the one that is shown.
  const shared = pairs.filter((pair) => pair.baseline.length > 0 && pair.candidate.length > 0);
  const shown = shared.length === 0 ? pairs : shared;
  const compared = compareMeans(shared);
  return {
    baseline: sideMean(shown.map((pair) => pair.baseline)),
    candidate: sideMean(shown.map((pair) => pair.candidate)),
    delta: round(compared?.delta ?? null),
    ci95: roundInterval(compared?.ci95),
  };
}

function sideMean(scenarios: readonly (readonly number[])[]): ComparedMetric['baseline'] {
  const scored = scenarios.filter((attempts) => attempts.length > 0);
  if (scored.length === 0) return null;
  const sum = scored.reduce((total, attempts) => total + meanOf(attempts), 0);
  return { mean: round(sum / scored.length), n: scored.flat().length };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
