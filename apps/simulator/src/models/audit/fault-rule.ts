import { auditedMessages, type AuditedConversation, type AuditedMessage } from './read-audit.ts';

/** The words of the user that make a fault. */
interface FoundFault {
  readonly turn: number;
  readonly quote: string;
  readonly why: string;
}

/** Looks for one kind of fault; `undefined` if the user did not make it. */
export type FaultRule = (conversation: AuditedConversation) => FoundFault | undefined;

/** A rule that looks at one message of the user after the other and takes the first fault. */
export function messageRule(
  why: string,
  find: (message: AuditedMessage, conversation: AuditedConversation) => string | undefined,
): FaultRule {
  return (conversation) => {
    for (const message of auditedMessages(conversation)) {
      const quote = find(message, conversation);
      if (quote !== undefined) return { turn: message.turn, quote, why };
    }
    return undefined;
  };
}
