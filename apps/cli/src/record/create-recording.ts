import type { Conversation, InteractionJson, NamedConversation } from '@fairtrial/imports';

export interface Recording {
  /** Adds one exchange. Returns false if the request has no user message. */
  add(asked: Conversation, reply: string): boolean;
  readonly conversations: readonly NamedConversation[];
}

interface RecordedConversation {
  readonly id: string;
  readonly system: string | undefined;
  interactions: readonly InteractionJson[];
}

/**
 * Groups exchanges into conversations: every request repeats the messages before it, so it continues the conversation
 * that consists of exactly those. A repeated first message starts another conversation.
 */
export function createRecording(): Recording {
  const conversations: RecordedConversation[] = [];
  return {
    add({ system, interactions }, reply) {
      const asked = interactions.at(-1);
      if (asked === undefined) return false;
      const earlier = interactions.slice(0, -1);
      const answered = { user_message: asked.user_message, reference_reply: reply };
      const isContinued = (one: RecordedConversation): boolean =>
        one.system === system && conversationKey(one.interactions) === conversationKey(earlier);
      const continued = earlier.length === 0 ? undefined : conversations.find(isContinued);
      if (continued) continued.interactions = [...continued.interactions, answered];
      else {
        const id = `conversation-${conversations.length + 1}`;
        conversations.push({ id, system, interactions: [...earlier, answered] });
      }
      return true;
    },
    conversations,
  };
}

function conversationKey(interactions: readonly InteractionJson[]): string {
  return JSON.stringify(interactions.map((one) => [one.user_message, one.reference_reply]));
}
