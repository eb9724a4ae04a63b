import type { CheckResult, InteractionView, UserResult } from '@fairtrial/contracts';
import type { PlacedQuote } from '../../../parts/conversation/reply-text.tsx';

/** The part of the page in which quotes are shown: two runs next to each other need different element ids. */
export type Side = 'reply' | 'baseline' | 'candidate';

/** Whether a check is about the reply of a turn or about the whole conversation. */
type CheckScope = 'turn' | 'conversation';

/** Identifies one check of the page. */
export interface CheckPlace {
  readonly side: Side;
  readonly scope: CheckScope;
  /** Position of the check in its list. */
  readonly at: number;
}

/** The quotes of one check. Quotes of an untrusted verdict are left out, because they are not in the conversation. */
export function quotesOf(check: CheckResult, { side, scope, at }: CheckPlace): PlacedQuote[] {
  if (check.verdict === 'untrusted') return [];
  return (check.evidence ?? []).map(({ turn, quote }, no) => ({
    quoteId: `quote-${side}-${scope}-${at}-${no}`,
    turn,
    quote,
  }));
}

/** What the judge quotes to decide whether a simulated user reached its goal. An excluded attempt has no verdict. */
export function goalQuotes({ audit, excluded }: UserResult, side: Side): readonly PlacedQuote[] {
  const evidence = excluded === null ? (audit?.goal?.evidence ?? []) : [];
  return evidence.map(({ turn, quote }, no) => ({
    quoteId: `quote-${side}-goal-${no}`,
    turn,
    quote,
  }));
}

/** The quotes of replies by all checks of a reply and its conversation, and by the verdict on the goal; by turn. */
export function quotesByTurn(
  { checks, conversation }: Pick<InteractionView, 'checks' | 'conversation'>,
  side: Side,
): ReadonlyMap<number, readonly PlacedQuote[]> {
  const placed = (all: readonly CheckResult[], scope: CheckScope): readonly PlacedQuote[] =>
    all.flatMap((check, at) => quotesOf(check, { side, scope, at }));
  const quotes = [
    ...placed(checks, 'turn'),
    ...placed(conversation?.checks ?? [], 'conversation'),
    ...(conversation?.user ? goalQuotes(conversation.user, side) : []),
  ];
  return Map.groupBy(quotes, ({ turn }) => turn);
}

/** The element id of a turn in the conversation. */
export function turnElementId(side: Side, turn: number): string {
  return `turn-${side}-${turn}`;
}

/** Scrolls to a quote and focuses it; to its turn if the quote is not marked. Returns false if neither is on the page. */
export function focusQuote(side: Side, { quoteId, turn }: PlacedQuote): boolean {
  const mark = document.querySelector<HTMLElement>(`mark[data-quotes~="${quoteId}"]`);
  const element = mark ?? document.getElementById(turnElementId(side, turn));
  if (element === null) return false;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  return true;
}
