import type { Difference } from './difference.ts';
import { intervalOf, type Interval } from './interval-of.ts';
import { pValue } from './p-value.ts';
import { satterthwaite } from './satterthwaite.ts';
import { settlingAttempts, type Criteria } from './settling-attempts.ts';

export interface Finding {
  /** Candidate minus baseline. */
  readonly delta: number;
  readonly se: number | undefined;
  readonly p: number;
  /** Undefined where nothing varied and chance could still explain the difference. */
  readonly interval: Interval | undefined;
  /** Of the interval: 0.95, or more where several scenarios are looked at. */
  readonly confidence: number;
}

export interface Settled extends Finding {
  readonly result: 'regressed' | 'improved' | 'same';
}

export interface Inconclusive extends Finding {
  readonly result: 'inconclusive';
  /** A true change of this size would have been found four times in five. */
  readonly smallestDetectable: number | undefined;
  /** So many more attempts (in general: scenarios) on each side would probably settle it. */
  readonly additional: number | undefined;
}

export type Verdict = Settled | Inconclusive;

/** 1.96 for the interval and 0.84 for a power of 80 %. */
const DETECTABLE = 2.8;

export function verdictOf(difference: Difference, criteria: Criteria): Verdict {
  const interval = intervalOf(difference, criteria.level);
  const se = standardError(difference);
  const finding: Finding = {
    delta: difference.delta,
    se,
    p: pValue(difference),
    interval,
    confidence: 1 - criteria.level,
  };
  const result = interval && resultFor(interval, criteria.margin);
  if (result !== undefined) return { ...finding, result };
  return {
    ...finding,
    result: 'inconclusive',
    smallestDetectable: se === undefined ? undefined : DETECTABLE * se,
    additional: settlingAttempts(difference, criteria),
  };
}

/** A change that is sure is named even where it is smaller than the margin. */
function resultFor([low, high]: Interval, margin: number): Settled['result'] | undefined {
  if (high < 0) return 'regressed';
  if (low > 0) return 'improved';
  return -margin <= low && high <= margin ? 'same' : undefined;
}

function standardError(difference: Difference): number | undefined {
  if (difference.kind === 'constant') return undefined;
  return satterthwaite(difference.strata).se / difference.groups;
}
