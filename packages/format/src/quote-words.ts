/** A quote of one message of a conversation. */
export interface Quote {
  /** Counts from 0. */
  readonly turn: number;
  readonly quote: string;
}

const MAX_QUOTE_LENGTH = 200;

/** It names Friday. "arrives on Friday" (turn 2): the reason of a judge and its quotes. Both are untrusted. */
export function formatReason(reason: string, evidence: readonly Quote[]): string {
  const quotes = evidence.map(
    ({ turn, quote }) => `"${shortenText(quote, MAX_QUOTE_LENGTH)}" (turn ${turn + 1})`,
  );
  return [reason, quotes.join(', ')].filter((part) => part !== '').join(' ');
}

/** The text on one line, with an ellipsis if it is longer than the limit. */
export function shortenText(text: string, maxLength: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return characters.length <= maxLength
    ? characters.join('')
    : `${characters.slice(0, maxLength - 1).join('')}…`;
}
