import type { Unit } from './units.ts';

export type FactKind =
  | 'url'
  | 'email'
  | 'date'
  | 'time'
  | 'weekday'
  | 'percentage'
  | 'amount'
  | 'measure'
  | 'number'
  | 'id';

/** A verifiable item of a text, in canonical notation. */
export interface FactValue {
  readonly kind: FactKind;
  /** Canonical value. For a quantity, the number as written in the text, without its unit. */
  readonly value: string;
  /** Optional part: the year of a date, the currency of an amount, the unit of a measure. */
  readonly detail?: string;
  /** Alternative reading: 05/06/2026 is May 6 or June 5. */
  readonly otherValue?: string;
  readonly unit?: Unit;
  /** The period or thing of a rate: `month` in "52 euros a month". */
  readonly per?: string;
  /**
   * Set for facts that a reply need not repeat, such as the 1 in "a bag". A weak fact is neither missing nor extra, but
   * it matches an equal fact and contradicts a different one about the same thing.
   */
  readonly isWeak?: true;
}

/** A fact with its context in the text, which is lower-cased and has number words replaced by digits. */
export interface Fact extends FactValue {
  /** As written in the text. */
  readonly text: string;
  /** The text before and after it, at most CONTEXT characters each. */
  readonly before: string;
  readonly after: string;
}

/** Human-readable key, equal for equal facts: `date 2026-05-06`, `amount 29 eur per month`. */
export function labelOf({ kind, value, detail, per }: FactValue): string {
  const rate = per === undefined ? '' : ` per ${per}`;
  if (detail === undefined) return `${kind} ${value}${rate}`;
  return kind === 'date' ? `${kind} ${detail}-${value}` : `${kind} ${value} ${detail}${rate}`;
}

/**
 * A notation of facts in lower-case NFKC text. Matches are removed from the text, so that no later pattern reads them
 * again; if `read` returns `undefined`, the text is unchanged.
 *
 * Every pattern runs in linear time for any text: a repetition that can begin anywhere has an upper bound.
 */
export interface FactPattern {
  /** A substring that every match contains; searching for it is cheaper than running the pattern. */
  readonly needs?: string;
  readonly pattern: RegExp;
  /** Receives the match and its groups; groups that did not match are `undefined`. */
  readonly read: (found: readonly (string | undefined)[]) => readonly FactValue[] | undefined;
}
