import type { ChatMessage, WireProtocol } from '../endpoint/model-call.ts';

const SPEAKERS = { system: '', user: 'User: ', assistant: 'Assistant: ' } as const;

/** Sends a single text: one message verbatim, a conversation as a transcript. */
export const prompt: WireProtocol = {
  headers: () => ({}),
  body: ({ model, messages, parameters }) => ({
    ...parameters,
    model,
    prompt: toTranscript(messages),
  }),
};

/** Returns one message verbatim, and a conversation with the names of its speakers. */
export function toTranscript(messages: readonly ChatMessage[]): string {
  const [only, second] = messages;
  if (only !== undefined && second === undefined) return only.content;
  const lines = messages.map(({ role, content }) => SPEAKERS[role] + content);
  return `${lines.join('\n')}\nAssistant:`;
}
