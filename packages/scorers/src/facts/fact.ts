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
