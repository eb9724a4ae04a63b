import type { InteractionScript } from '../batch/batch-script.ts';
import { z } from 'zod';
import type { Conversation } from './imported.ts';

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = '' }) => text).join('')),
]);

export const ChatMessages = z.array(
  z.looseObject({ role: z.string(), content: Content.nullish() }),
);
export type ChatMessages = z.infer<typeof ChatMessages>;

const SYSTEM = new Set(['system', 'developer']);

/** A chat as a script: each message of the user is an interaction, and what was answered to it the reference. */
export function toConversation(messages: ChatMessages): Conversation {
  const system: string[] = [];
  const interactions: InteractionScript[] = [];
  for (const { role, content } of messages) {
    const text = content ?? '';
    const last = interactions.at(-1);
    if (SYSTEM.has(role)) system.push(text);
    else if (role === 'user') interactions.push({ user_message: text });
    else if (role === 'assistant' && last && text !== '') {
      interactions[interactions.length - 1] = { ...last, reference_reply: text };
    }
  }
  return { system: system.length === 0 ? undefined : system.join('\n\n'), interactions };
}
