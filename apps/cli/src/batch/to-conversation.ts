import { z } from 'zod';
import type { InteractionScript } from './batch-script.ts';
import type { Conversation } from './to-batch.ts';

const Content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = '' }) => text).join('')),
]);

/** Messages as OpenAI has them (`role`) or the agent backend (`type`). */
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

/** A chat as a script: each message of the user is an interaction, and what was answered to it the reference. */
export function toConversation(messages: ChatMessages): Conversation {
  const system: string[] = [];
  const interactions: InteractionScript[] = [];
  for (const { role, type, content } of messages) {
    const who = role ?? type ?? '';
    const text = content ?? '';
    const last = interactions.at(-1);
    if (SYSTEM.has(who)) system.push(text);
    else if (USER.has(who)) interactions.push({ user_message: text });
    else if (ASSISTANT.has(who) && last && text !== '') {
      interactions[interactions.length - 1] = { ...last, reference_reply: text };
    }
  }
  return { system: system.length === 0 ? undefined : system.join('\n\n'), interactions };
}
