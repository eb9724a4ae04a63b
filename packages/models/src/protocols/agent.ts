import type { ChatMessage } from '../chat-message.ts';
import type { WireProtocol } from './wire-protocol.ts';

const TYPES = { user: 'human', assistant: 'ai' } as const;

/**
 * The shape of the agent backend, with the fields most chat servers look for beside it. There is no
 * system message in it, so a system prompt goes in front of the first user message.
 */
export const agent: WireProtocol = {
  // A header holds bytes: beyond ASCII, those of UTF-8, each as the character that stands for it.
  headers: ({ model }) => ({ 'x-model-id': Buffer.from(model).toString('latin1') }),
  body({ model, messages, parameters }) {
    const conversation = foldSystemPrompt(messages);
    return {
      ...parameters,
      model,
      prompt: conversation.at(-1)?.content ?? '',
      messages: conversation.map(({ role, content }) => ({ type: TYPES[role], role, content })),
    };
  },
};

type Spoken = ChatMessage & { readonly role: 'user' | 'assistant' };

function foldSystemPrompt(messages: readonly ChatMessage[]): readonly Spoken[] {
  const prompt = messages.find((message) => message.role === 'system')?.content;
  const spoken = messages.filter((message): message is Spoken => message.role !== 'system');
  const [first, ...rest] = spoken;
  if (prompt === undefined || first === undefined) return spoken;
  return [{ ...first, content: `${prompt}\n\n${first.content}` }, ...rest];
}
