import type { ChatMessage } from '@assay/models';
import type { Part } from './fence.ts';

interface Situation {
  /** What was said before the user's last message. */
  readonly conversation: readonly ChatMessage[];
  readonly userMessage: string;
}

/** What a model is shown of what led to a reply. */
export function conversationParts({ conversation, userMessage }: Situation): readonly Part[] {
  return [
    ...conversation.map(({ role, content }) => ({ name: `earlier-${role}`, text: content })),
    { name: 'message', text: userMessage },
  ];
}
