import type { ComparisonVerdict, GeneralVerdict } from '@assay/contracts';
import type { Verdict } from '@assay/statistics';
import { round } from '../summary/rounding.ts';

/** The verdict on these scenarios, as the contract shows it. */
export function toVerdict(verdict: Verdict): ComparisonVerdict {
  return { ...toFields(verdict), additional_attempts: additionalIn(verdict) };
}

/** The verdict on other scenarios like these, as the contract shows it. */
export function toGeneralVerdict(verdict: Verdict): GeneralVerdict {
  return { ...toFields(verdict), additional_scenarios: additionalIn(verdict) };
}

function toFields(verdict: Verdict): Omit<ComparisonVerdict, 'additional_attempts'> {
  const { result, delta, se, p, interval, confidence } = verdict;
  const detectable = result === 'inconclusive' ? verdict.smallestDetectable : undefined;
  return {
    result,
    delta: round(delta),
    se: round(se ?? null),
    p: round(p),
    interval: roundInterval(interval),
    confidence: round(confidence),
    smallest_detectable: round(detectable ?? null),
  };
}

function additionalIn(verdict: Verdict): number | null {
  return verdict.result === 'inconclusive' ? (verdict.additional ?? null) : null;
}

export function roundInterval(
  interval: readonly [number, number] | undefined,
): [number, number] | null {
  return interval === undefined ? null : [round(interval[0]), round(interval[1])];
}
