import { toHeaderText } from '@fairtrial/contracts';
import type { ChatMessage, WireProtocol } from '../endpoint/model-call.ts';

const TYPES = { user: 'human', assistant: 'ai' } as const;

/**
 * The protocol of the agent backend, with the fields that most other chat servers read. It has no system message, so
 * the system prompt is prepended to the first user message.
 */
export const agent: WireProtocol = {
  headers: ({ model }) => ({ 'x-model-id': toHeaderText(model) }),
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
