import type {
  InteractionRow,
  InteractionView,
  TestBatch,
  UserAudit,
  UserResult,
} from '@fairtrial/contracts';
import { explainUser, faultLabel, type UserFinding } from '@fairtrial/format';
import { isSimulatedTurn } from '../../../format/simulated-user.ts';
import { goalQuotes, type Side } from '../checks/quotes.ts';
import type { PlacedQuote } from '../../../parts/conversation/reply-text.tsx';

interface Conversation {
  readonly view: InteractionView;
  readonly scenario: TestBatch;
  readonly transcript: readonly Pick<InteractionRow, 'turn'>[];
}

/** The messages of the user, turn by turn; `undefined` for those of a simulated user that are not loaded. */
export function listMessages({
  view,
  scenario,
  transcript,
}: Conversation): readonly (string | undefined)[] {
  const { interactions } = scenario;
  const turns = new Map(
    (view.conversation?.turns ?? []).map((one) => [one.turn, one.user_message]),
  );
  if (isSimulatedTurn(view)) turns.set(view.turn, view.user_message);
  const played = [...transcript.map(({ turn }) => turn), ...turns.keys()];
  const count = Math.max(interactions.length, ...played.map((turn) => turn + 1));
  return Array.from({ length: count }, (_, turn) => {
    return interactions[turn]?.user_message ?? turns.get(turn);
  });
}

/** The quotes of one finding about a conversation. */
export interface QuotedFinding extends UserFinding {
  readonly quotes: readonly PlacedQuote[];
}

/** How a conversation with a simulated user went, in the sentences of all surfaces, with the quotes next to them. */
export function listFindings(user: UserResult, side: Side): readonly QuotedFinding[] {
  const unquoted = { ...user, audit: user.audit && withoutQuotes(user.audit) };
  const quotes = [goalQuotes(user, side), [], ...faultQuotes(user, side)];
  return explainUser(unquoted).map((finding, at) => ({ ...finding, quotes: quotes[at] ?? [] }));
}

function withoutQuotes({ goal, faults, ...audit }: UserAudit): UserAudit {
  return {
    ...audit,
    goal: goal && { ...goal, evidence: [] },
    faults: faults.map((fault) => ({ ...fault, evidence: [] })),
  };
}

function faultQuotes({ audit }: UserResult, side: Side): readonly (readonly PlacedQuote[])[] {
  return (audit?.faults ?? []).map(({ evidence }, at) =>
    evidence.map(({ turn, quote }, no) => ({
      quoteId: `quote-${side}-fault-${at}-${no}`,
      turn,
      quote,
    })),
  );
}

/** What the judge found in one message of a simulated user. */
export interface MessageFaults {
  readonly quotes: readonly PlacedQuote[];
  /** The kinds of the faults, in words. */
  readonly labels: readonly string[];
}

/** The faults of a simulated user, by the turn of the message. */
export function faultsByTurn(
  user: UserResult | undefined,
  side: Side,
): ReadonlyMap<number, MessageFaults> {
  const placed = user === undefined ? [] : faultQuotes(user, side);
  const found = placed.flatMap((quotes, at) =>
    quotes.map((quote) => ({ quote, label: faultLabel(user?.audit?.faults[at]?.kind ?? '') })),
  );
  const turns = Map.groupBy(found, ({ quote }) => quote.turn);
  return new Map(
    [...turns].map(([turn, faults]) => [
      turn,
      {
        quotes: faults.map(({ quote }) => quote),
        labels: [...new Set(faults.map(({ label }) => label))],
      },
    ]),
  );
}
