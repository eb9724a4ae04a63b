import { toStorable } from '@fairtrial/contracts';
import type { OutputType } from '../structured-output/strategies.ts';
import type { Quote } from './verify-quotes.ts';

const MAX_REASON_LENGTH = 1000;
const MAX_QUOTE_LENGTH = 500;
const MAX_QUOTES = 5;

/** A quote in the answer of a judge. */
export const QUOTE_TYPE: OutputType = {
  type: 'object',
  properties: { turn: { type: 'integer' }, quote: { type: 'string' } },
};

/** Returns the quotes in the answer of a judge; `undefined` if there is no list of them. */
export function parseQuotes(given: unknown): readonly Quote[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const quotes = given.map(parseQuote);
  return quotes.every((quote) => quote !== undefined) ? quotes : undefined;
}

function parseQuote(given: unknown): Quote | undefined {
  const { turn, quote } = (given ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(turn) && typeof quote === 'string'
    ? { turn: Number(turn), quote }
    : undefined;
}

/** The quotes as results show them: few, storable and not too long. */
export function toEvidence(quotes: readonly Quote[]): readonly Quote[] {
  return quotes
    .slice(0, MAX_QUOTES)
    .map(({ turn, quote }) => ({ turn, quote: toBounded(quote, MAX_QUOTE_LENGTH) }));
}

/** The reason of a judge as results show it: storable and not too long. */
export function toReason(told: string): string {
  return toBounded(told, MAX_REASON_LENGTH);
}

function toBounded(text: string, length: number): string {
  return toStorable(text.length > length ? `${text.slice(0, length)}…` : text).text;
}
