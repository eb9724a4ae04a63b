import type { Grader } from '@fairtrial/scorers';
import type { PlannedInteraction, PlannedScenario, Run } from '../../../entities/run.ts';
import type { GradedTurn } from '../../../entities/turn.ts';
import { buildKnownConversation } from '../../play/conversation.ts';
import type { Findings } from '../grader.ts';
import type { KnownJudgements } from './judgement-store.ts';

/** An answered turn, and what was planned for it. */
export interface TurnSubject {
  readonly turn: GradedTurn;
  /** The earlier turns of the same attempt. */
  readonly before: readonly GradedTurn[];
  readonly scenario: PlannedScenario;
  readonly interaction: PlannedInteraction;
}

/** Turns that are read together. A grader that asks about many turns at once asks about a page. */
export interface Page {
  readonly subjects: readonly TurnSubject[];
  /** The stored judgements about these turns. */
  readonly known: KnownJudgements;
  readonly signal: AbortSignal;
}

/** Calls a model or an own scorer about a reply. Answers are stored before they are used, so that none is paid for twice. */
export type AskingGrader = Grader<TurnSubject, Page, Promise<Findings>>;

/** The messages that the endpoint replied to, including those it keeps in its session. */
export function conversationBefore(
  { plan }: Run,
  { scenario, before, turn }: TurnSubject,
): {
  readonly conversation: ReturnType<typeof buildKnownConversation>;
  readonly userMessage: string;
} {
  const messages = buildKnownConversation(plan, scenario, before, turn.userMessage);
  return { conversation: messages.slice(0, -1), userMessage: messages.at(-1)?.content ?? '' };
}

/**
 * Asks about a page once, although each of its turns asks for the answer, and about one page after another: a service that
 * fails for one page is not called for many more at the same time.
 */
export function oncePerPage<T>(ask: (page: Page) => Promise<T>): (page: Page) => Promise<T> {
  const asked = new WeakMap<Page, Promise<T>>();
  let previous: Promise<unknown> = Promise.resolve();
  return (page) => {
    const known = asked.get(page);
    if (known !== undefined) return known;
    const answer = previous.then(() => ask(page));
    asked.set(page, answer);
    previous = answer.catch(() => undefined);
    return answer;
  };
}
