import type { ComparisonVerdict } from '@assay/contracts';
import type { Verdict } from '@assay/statistics';
import { round } from '../round-scores.ts';

/** A verdict as the contract shows it. */
export function toVerdict(verdict: Verdict): ComparisonVerdict {
  const { word, delta, se, p, interval, confidence } = verdict;
  const open = verdict.word === 'inconclusive' ? verdict : undefined;
  return {
    word,
    delta: round(delta),
    se: round(se ?? null),
    p: round(p),
    interval: roundInterval(interval),
    confidence: round(confidence),
    smallest_detectable: round(open?.smallestDetectable ?? null),
    more: open?.more ?? null,
  };
}

export function roundInterval(
  interval: readonly [number, number] | undefined,
): [number, number] | null {
  return interval === undefined ? null : [round(interval[0]), round(interval[1])];
}
