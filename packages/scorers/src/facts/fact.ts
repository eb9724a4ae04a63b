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

/** Something in a text that is right or wrong, in one notation. */
export interface FactValue {
  readonly kind: FactKind;
  /** In one notation; a quantity's number is as the text gives it, without its unit. */
  readonly value: string;
  /** A part that a text may leave unsaid: the year of a date, the currency of an amount, the unit of a measure. */
  readonly detail?: string;
  /** A second reading: 05/06/2026 is May 6 or June 5. */
  readonly otherValue?: string;
  readonly unit?: Unit;
  /** The period or thing that a quantity is for one of: `month` in "52 euros a month". */
  readonly per?: string;
  /**
   * Not a fact that a reply owes, such as the 1 in "a bag": it is neither missing nor extra, but agrees with a fact
   * that says the same and contradicts one that says something else of the same thing.
   */
  readonly isWeak?: true;
}

/** A fact and its place in the text, which is in lower case and has numbers in digits. */
export interface Fact extends FactValue {
  /** As the text says it. */
  readonly text: string;
  /** The text before and after it, at most CONTEXT characters each. */
  readonly before: string;
  readonly after: string;
}

/** A fact for a reader, the same for the same fact: `date 2026-05-06`, `amount 29 eur per month`. */
export function labelOf({ kind, value, detail, per }: FactValue): string {
  const rate = per === undefined ? '' : ` per ${per}`;
  if (detail === undefined) return `${kind} ${value}${rate}`;
  return kind === 'date' ? `${kind} ${detail}-${value}` : `${kind} ${value} ${detail}${rate}`;
}

/**
 * A notation of facts in text that is NFKC and in lower case. What it reads is taken out of the text, so that
 * no later pattern reads it again; where `read` gives nothing, the text stays as it is.
 *
 * Every pattern takes time in proportion to the text, whatever the text: a repetition that can begin anywhere has
 * a limit.
 */
export interface FactPattern {
  /** A word without which a text has none of these facts: cheaper than the pattern. */
  readonly needs?: string;
  readonly pattern: RegExp;
  /** Gets the match and its groups; one that took no part is undefined. */
  readonly read: (found: readonly (string | undefined)[]) => readonly FactValue[] | undefined;
}
