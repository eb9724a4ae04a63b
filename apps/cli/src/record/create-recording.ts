import type { InteractionScript } from '../batch/batch-script.ts';
import type { Conversation, NamedConversation } from '../batch/to-batch.ts';

export interface Recording {
  /** Takes one exchange; false where nothing was said by a user. */
  add(asked: Conversation, reply: string): boolean;
  readonly conversations: readonly NamedConversation[];
}

interface Held {
  readonly id: string;
  readonly system: string | undefined;
  interactions: readonly InteractionScript[];
}

/**
 * Puts exchanges together to conversations: every request brings what was said before, so it belongs to the
 * conversation that got exactly so far. What is asked a second time is another conversation.
 */
export function createRecording(): Recording {
  const held: Held[] = [];
  return {
    add({ system, interactions }, reply) {
      const asked = interactions.at(-1);
      if (asked === undefined) return false;
      const earlier = interactions.slice(0, -1);
      const answered = { user_message: asked.user_message, reference_reply: reply };
      const isContinued = (one: Held): boolean =>
        one.system === system && wordsOf(one.interactions) === wordsOf(earlier);
      const same = earlier.length === 0 ? undefined : held.find(isContinued);
      if (same) same.interactions = [...same.interactions, answered];
      else {
        const id = `conversation-${held.length + 1}`;
        held.push({ id, system, interactions: [...earlier, answered] });
      }
      return true;
    },
    conversations: held,
  };
}

function wordsOf(interactions: readonly InteractionScript[]): string {
  return JSON.stringify(interactions.map((one) => [one.user_message, one.reference_reply]));
}
