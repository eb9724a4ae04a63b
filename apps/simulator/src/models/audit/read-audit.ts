import type { Exchange } from '../reading/goal.ts';
import { lastUserMessage, type SimCall } from '../sim-model.ts';
import { listBlocks } from '../structured-prompt.ts';
import { readUser, type UserPrompt } from '../users/user-prompt.ts';

/** A message of the user with the reply to it. */
export interface AuditedExchange extends Exchange {
  /** Scripted messages are not audited. */
  readonly isScripted: boolean;
}

/** A conversation to audit, as the prompt shows it. */
export interface AuditedConversation extends Pick<UserPrompt, 'goal' | 'persona' | 'facts'> {
  readonly exchanges: readonly AuditedExchange[];
  readonly isEndedByUser: boolean;
}

const MESSAGE = /^(user|scripted|reply)-(\d+)$/;

/** `undefined` if the prompt does not ask for an audit. */
export function readAudit(call: SimCall): AuditedConversation | undefined {
  const blocks = listBlocks(lastUserMessage(call));
  const user = readUser(blocks);
  const end = blocks.find(({ name }) => name === 'end');
  if (user === undefined || end === undefined) return undefined;
  const exchanges = new Map<number, AuditedExchange>();
  for (const { name, text } of blocks) {
    const [, role, no] = MESSAGE.exec(name) ?? [];
    if (role === undefined) continue;
    const turn = Number(no);
    const known = exchanges.get(turn) ?? { turn, message: '', reply: '', isScripted: false };
    const more =
      role === 'reply' ? { reply: text } : { message: text, isScripted: role === 'scripted' };
    exchanges.set(turn, { ...known, ...more });
  }
  return {
    ...user,
    exchanges: [...exchanges.values()],
    isEndedByUser: end.text.startsWith('The user ended'),
  };
}

/** A message that is audited, with what came before it. */
export interface AuditedMessage {
  readonly turn: number;
  readonly text: string;
  readonly earlier: readonly AuditedExchange[];
  /** The reply that the message reacts to; empty if it is the first. */
  readonly lastReply: string;
}

export function auditedMessages({
  exchanges,
}: Pick<AuditedConversation, 'exchanges'>): readonly AuditedMessage[] {
  return exchanges.flatMap(({ turn, message: text, isScripted }, at) => {
    const earlier = exchanges.slice(0, at);
    const lastReply = earlier.at(-1)?.reply ?? '';
    return isScripted ? [] : [{ turn, text, earlier, lastReply }];
  });
}

/** All that the user was told or could read before a message. */
export function toldBefore(
  { goal, persona, facts, exchanges }: AuditedConversation,
  { earlier }: Pick<AuditedMessage, 'earlier'>,
): string {
  return [
    goal,
    persona,
    ...facts.flatMap(({ name, value }) => [name, value]),
    ...exchanges.filter(({ isScripted }) => isScripted).map(({ message }) => message),
    ...earlier.map(({ reply }) => reply),
  ].join('\n');
}
