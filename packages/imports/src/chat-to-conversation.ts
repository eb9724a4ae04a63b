import { z } from 'zod';
import type { Conversation, InteractionJson } from './conversations-to-batch.ts';
import type { ImportLog } from './import-log.ts';

const Content = z.union([
  z.string(),
  z.array(z.union([z.string(), z.looseObject({ text: z.string().optional() })])),
  z.looseObject({ text: z.string() }),
]);
type Content = z.infer<typeof Content>;

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
const USER = new Set(['user', 'human', 'HumanMessageChunk']);
export const ASSISTANT: ReadonlySet<string> = new Set(['assistant', 'ai', 'AIMessageChunk']);

const REASONS = {
  tool_calls: 'calls that were made are not expectations: write a check with tools',
  function_call: 'calls that were made are not expectations: write a check with tools',
};
const BY_ITSELF = 'the endpoint calls its tools itself: only messages of the user are sent';

/** Each user message becomes an interaction; the answer to it becomes its reference reply. */
export function chatToConversation(messages: ChatMessages, log?: ImportLog): Conversation {
  const system: string[] = [];
  const interactions: InteractionJson[] = [];
  for (const message of messages) {
    const author = message.role ?? message.type ?? '';
    const text = readText(message.content);
    log?.loseOthers(message, {
      prefix: 'messages.',
      known: ['role', 'type', 'content'],
      reasons: REASONS,
      why: 'a message has only a role and a text',
    });
    loseParts(message.content, log);
    if (SYSTEM.has(author)) system.push(text);
    else if (USER.has(author)) interactions.push({ user_message: text });
    else if (ASSISTANT.has(author)) answer(interactions, text, log);
    else log?.lose(`messages (${author || 'no role'})`, BY_ITSELF);
  }
  return { system: system.length === 0 ? undefined : system.join('\n\n'), interactions };
}

function answer(interactions: InteractionJson[], text: string, log: ImportLog | undefined): void {
  const last = interactions.at(-1);
  if (text === '') return;
  if (last === undefined) {
    log?.lose('messages (assistant)', 'a reply before the first user message is not sent');
    return;
  }
  if (last.reference_reply !== undefined) {
    log?.lose('messages (assistant)', 'of several replies in a row the last is the reference');
  }
  interactions[interactions.length - 1] = { ...last, reference_reply: text };
}

/** The text of a message; images and other parts have none. */
export function readText(content: Content | null | undefined): string {
  if (typeof content === 'string') return content;
  const parts = [content ?? []].flat();
  return parts.map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('');
}

function loseParts(content: Content | null | undefined, log: ImportLog | undefined): void {
  if (log === undefined || typeof content !== 'object' || content === null) return;
  for (const part of [content].flat()) {
    if (typeof part === 'string') continue;
    if (part.text === undefined) {
      const type = typeof part['type'] === 'string' ? part['type'] : 'no type';
      log.lose(`messages.content (${type})`, 'only text is read');
    } else {
      const known = ['type', 'text'];
      log.loseOthers(part, { prefix: 'messages.content.', known, why: 'only text is read' });
    }
  }
}
