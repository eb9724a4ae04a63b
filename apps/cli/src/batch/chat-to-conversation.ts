import { z } from 'zod';
import type { Conversation, InteractionJson } from './conversations-to-batch.ts';

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = '' }) => text).join('')),
  z.looseObject({ text: z.string() }).transform(({ text }) => text),
]);

/** Chat messages of OpenAI (with `role`) or of the agent backend (with `type`). */
export const ChatMessages = z.array(
  z.looseObject({
    role: z.string().optional(),
    type: z.string().optional(),
    content: Content.nullish(),
  }),
);
export type ChatMessages = z.infer<typeof ChatMessages>;

const SYSTEM = new Set(['system', 'developer']);
const USER = new Set(['user', 'human']);
const ASSISTANT = new Set(['assistant', 'ai']);

/** Each user message becomes an interaction; the answer to it becomes its reference reply. */
export function chatToConversation(messages: ChatMessages): Conversation {
  const system: string[] = [];
  const interactions: InteractionJson[] = [];
  for (const { role, type, content } of messages) {
    const author = role ?? type ?? '';
    const text = content ?? '';
    const last = interactions.at(-1);
    if (SYSTEM.has(author)) system.push(text);
    else if (USER.has(author)) interactions.push({ user_message: text });
    else if (ASSISTANT.has(author) && last && text !== '') {
      interactions[interactions.length - 1] = { ...last, reference_reply: text };
    }
  }
  return { system: system.length === 0 ? undefined : system.join('\n\n'), interactions };
}
