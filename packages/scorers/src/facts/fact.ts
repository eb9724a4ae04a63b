export type FactKind =
  | 'url'
  | 'email'
  | 'date'
  | 'time'
  | 'percentage'
  | 'amount'
  | 'number'
  | 'id';

/** Something in a text that is right or wrong, in one notation. */
export interface Fact {
  readonly kind: FactKind;
  readonly value: string;
  /** What a text may leave unsaid: the year of a date, the currency of an amount. */
  readonly detail?: string;
}

/** A fact for a reader, the same for the same fact: `date 2026-05-06`, `amount 29 eur`. */
export function labelOf({ kind, value, detail }: Fact): string {
  if (detail === undefined) return `${kind} ${value}`;
  return kind === 'date' ? `${kind} ${detail}-${value}` : `${kind} ${value} ${detail}`;
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
  readonly read: (found: readonly (string | undefined)[]) => readonly Fact[] | undefined;
}
