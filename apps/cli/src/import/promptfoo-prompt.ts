import { z } from 'zod';
import type { Conversation } from '../batch/to-batch.ts';
import type { Source } from './source.ts';
import { renderTemplate } from './render-template.ts';
import { ChatMessages, toConversation } from '../batch/to-conversation.ts';

export const PromptfooPrompt = z.union([
  z.string(),
  z.looseObject({ raw: z.string().optional(), id: z.string().optional() }),
]);
export type PromptfooPrompt = z.infer<typeof PromptfooPrompt>;

export type Render = (vars: Readonly<Record<string, unknown>>) => Conversation;

/** A prompt with its variables filled in: a text for the user, or a whole chat where it is one in JSON. */
export async function readPrompt(prompt: PromptfooPrompt, source: Source): Promise<Render> {
  const written = typeof prompt === 'string' ? prompt : (prompt.raw ?? prompt.id ?? '');
  const isFile = written.startsWith('file://') || /^[\w./-]+\.(?:txt|json|md)$/.test(written);
  const template = isFile ? await source.readBeside(written.replace(/^file:\/\//, '')) : written;
  const chat = parseChat(template);
  return (vars) => {
    if (chat === undefined) {
      return {
        system: undefined,
        interactions: [{ user_message: renderTemplate(template, vars) }],
      };
    }
    const filled = chat.map((message) => ({
      ...message,
      content: renderTemplate(message.content ?? '', vars),
    }));
    return toConversation(filled);
  };
}

/** Filled in after it was read: a quote in a variable cannot break it. */
function parseChat(template: string): ChatMessages | undefined {
  if (!template.trimStart().startsWith('[')) return undefined;
  try {
    return ChatMessages.parse(JSON.parse(template));
  } catch {
    return undefined;
  }
}

const USUAL = ['question', 'query', 'input', 'message', 'user_message', 'prompt', 'text'];

/** Tests without a prompt: the variable that is the message by its name, or because there is no other. */
export const renderWithoutPrompt: Render = (vars) => {
  const names = Object.keys(vars);
  const name =
    USUAL.find((usual) => names.includes(usual)) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return { system: undefined, interactions: [] };
  return {
    system: undefined,
    interactions: [{ user_message: renderTemplate(`{{${name}}}`, vars) }],
  };
};
