import { normalizeText } from '@fairtrial/contracts';
import { normalise, tokenise } from '../text/normalise.ts';

/** Words of the assistant that a judge quotes as evidence. */
export interface Quote {
  /** Number of the assistant's reply in the conversation, from 1. */
  readonly turn: number;
  readonly quote: string;
}

/** A shorter quote proves nothing, because common words are in almost every reply. */
const MIN_QUOTED_WORDS = 3;

/** Returns the reason why a quote is no evidence; `undefined` if all quotes are genuine. */
export type QuoteVerifier = (quotes: readonly Quote[]) => string | undefined;

/** Verifies quotes from the given replies, by turn number. Folds every reply once. */
export function createQuoteVerifier(replies: ReadonlyMap<number, string>): QuoteVerifier {
  const folded = new Map([...replies].map(([turn, reply]) => [turn, fold(reply)]));

  function findFault({ turn, quote }: Quote): string | undefined {
    const reply = folded.get(turn);
    if (reply === undefined) return `it quotes turn ${turn}, which is not judged`;
    const quoted = fold(quote);
    if (quoted === '' || !isIn(reply, quoted)) {
      return `it quotes words that are not in turn ${turn}`;
    }
    const isLongEnough = quoted === reply || countWords(quoted) >= MIN_QUOTED_WORDS;
    return isLongEnough ? undefined : `its quote of turn ${turn} is too short`;
  }

  return (quotes) => quotes.map(findFault).find((fault) => fault !== undefined);
}

/** True if the reply has the quote somewhere without more digits around it: `12` is not a quote of `120`. */
function isIn(reply: string, quoted: string): boolean {
  for (let at = reply.indexOf(quoted); at >= 0; at = reply.indexOf(quoted, at + 1)) {
    const end = at + quoted.length;
    const isCut = isNumber(reply.slice(at - 1, at + 1)) || isNumber(reply.slice(end - 1, end + 1));
    if (!isCut) return true;
  }
  return false;
}

function isNumber(text: string): boolean {
  return /^\p{N}{2}$/u.test(text);
}

function countWords(text: string): number {
  return tokenise(normalise(text)).length;
}

/** Quotation marks that NFKC keeps or turns into something else; it turns an acute accent into a space. */
const SINGLE_QUOTES = /[\u2018-\u201B\u2032\u2039\u203A\u00B4]/g;
const DOUBLE_QUOTES = /[\u201C-\u201F\u2033\u00AB\u00BB]/g;
const DASHES = /[\p{Pd}\u2212]/gu;

/** Markdown emphasis and code, and invisible characters. */
const UNREAD = /[*_`~\p{Cf}]/gu;

/**
 * Folds what models change when they copy a text: case, spacing, typographic signs, compatibility characters and
 * emphasis. Everything else is kept, because another number or word is another statement.
 */
export function fold(text: string): string {
  const quoted = text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
  const folded = normalizeText(quoted, 'NFKC')
    .toUpperCase() // ß becomes ss
    .toLowerCase()
    .replaceAll('ς', 'σ') // depends on the letters around it
    .replace(DASHES, '-')
    .replace(UNREAD, '');
  return normalizeText(folded, 'NFKC').replace(/\s+/g, ' ').trim();
}
