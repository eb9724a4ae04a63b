import { sortKeys } from '@fairtrial/contracts';
import type { AskUser, UserAnswer, UserMessage as SaidMessage } from '@fairtrial/scorers';
import { createHash } from 'node:crypto';
import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { interactionAt, type PlannedScenario, type PlannedUser } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import {
  listUserMessages,
  recordUserMessage,
  type UserMessage,
} from '../../db/users/user-messages.ts';

/** The next message of a simulated user. failed: its model gave none. lost: another worker has the claim. */
export type NextMessage =
  | {
      readonly state: 'said';
      readonly message: string;
      readonly isLast: boolean;
      /** False if it was on record: it may already have been sent. */
      readonly isNew: boolean;
    }
  | { readonly state: 'failed' }
  | { readonly state: 'lost' };

/** Plays the simulated user of one attempt. */
export interface UserPlayer {
  next(before: readonly Turn[]): Promise<NextMessage>;
}

export interface UserServices {
  readonly tx: SqlExecutor;
  readonly ask: AskUser;
}

interface PlayedAttempt {
  readonly claim: AttemptClaim;
  readonly scenario: PlannedScenario;
  readonly user: PlannedUser;
  /** Throws if another worker has the claim. */
  readonly beforeRequest: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Every message is recorded under the claim before it is returned, so a message on record is never asked for again and
 * two workers never continue different conversations.
 */
export function createUserPlayer({ tx, ask }: UserServices, attempt: PlayedAttempt): UserPlayer {
  const { claim, scenario, user, beforeRequest, signal } = attempt;
  let recorded: Promise<readonly UserMessage[]> | undefined;

  async function askNext(turnNo: number, before: readonly Turn[]): Promise<NextMessage> {
    await beforeRequest();
    const { runId, scenarioNo, attemptNo } = claim;
    const simulatedNo = turnNo - scenario.interactions.length;
    const question = {
      user,
      conversation: toConversation(scenario, before),
      turnsLeft: user.max_turns - simulatedNo,
      seed: seedOf(user, { attemptNo, turnNo, try: claim.try }),
      headers: {
        'x-fairtrial-conversation': `${runId}/${scenarioNo}/${attemptNo}`,
        'x-fairtrial-turn': `${turnNo}/user/${claim.try}`,
      },
    };
    const said = toMessage(turnNo, await ask(question, signal));
    const isHeld = await retryWhileUnavailable(() => recordUserMessage(tx, claim, said), signal);
    return isHeld ? toNext(said, true) : { state: 'lost' };
  }

  return {
    async next(before) {
      recorded ??= retryWhileUnavailable(() => listUserMessages(tx, claim), signal);
      const turnNo = before.length;
      const known = (await recorded).find((message) => message.turnNo === turnNo);
      return known ? toNext(known, false) : askNext(turnNo, before);
    },
  };
}

/** What was said: the replies of the endpoint, also if the endpoint gets other replies as history. */
function toConversation(
  scenario: PlannedScenario,
  before: readonly Turn[],
): readonly SaidMessage[] {
  return before.flatMap(({ turnNo, userMessage, reply }): SaidMessage[] => [
    {
      role: 'user',
      content: interactionAt(scenario, { turnNo, userMessage })?.user_message ?? '',
    },
    { role: 'assistant', content: reply },
  ]);
}

const MAX_SEED = 2 ** 31;

/** The same for the same attempt at an equal user in another run, so that the users of two runs do not differ by chance. */
function seedOf(
  user: PlannedUser,
  position: { readonly attemptNo: number; readonly turnNo: number; readonly try: number },
): number {
  const text = JSON.stringify([sortKeys(user), position.attemptNo, position.turnNo, position.try]);
  return createHash('sha256').update(text).digest().readUInt32LE() % MAX_SEED;
}

function toMessage(turnNo: number, answer: UserAnswer): UserMessage {
  const { usage = null, latencyMs } = answer;
  const common = { turnNo, usage, latencyMs };
  if (answer.state === 'user_failed') {
    const { kind, message } = answer.failure;
    return {
      ...common,
      message: '',
      isLast: true,
      reason: `the model of the user gave no message: ${message}`,
      error: { kind, message },
    };
  }
  const { message, isDone, reason } = answer;
  return { ...common, message, isLast: isDone, reason, error: null };
}

function toNext({ message, isLast, error }: UserMessage, isNew: boolean): NextMessage {
  return error === null ? { state: 'said', message, isLast, isNew } : { state: 'failed' };
}
