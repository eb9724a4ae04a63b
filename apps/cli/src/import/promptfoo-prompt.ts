import { z } from 'zod';
import { ChatMessages, chatToConversation } from '../batch/chat-to-conversation.ts';
import type { Conversation } from '../batch/conversations-to-batch.ts';
import { renderTemplate } from './render-template.ts';
import type { SourceFile } from './source-file.ts';

export const PromptfooPrompt = z.union([
  z.string(),
  z.looseObject({ raw: z.string().optional(), id: z.string().optional() }),
]);
export type PromptfooPrompt = z.infer<typeof PromptfooPrompt>;

export type Render = (vars: Readonly<Record<string, unknown>>) => Conversation;

/** Returns a function that fills in the variables of a prompt: a user message, or a whole chat if the prompt is JSON. */
export async function readPrompt(prompt: PromptfooPrompt, source: SourceFile): Promise<Render> {
  const written = typeof prompt === 'string' ? prompt : (prompt.raw ?? prompt.id ?? '');
  const isFile = written.startsWith('file://') || /^[\w./-]+\.(?:txt|json|md)$/.test(written);
  const template = isFile ? await source.readSibling(written.replace(/^file:\/\//, '')) : written;
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
    return chatToConversation(filled);
  };
}

/** Variables are filled in after parsing, so a quote in one cannot break the JSON. */
function parseChat(template: string): ChatMessages | undefined {
  if (!template.trimStart().startsWith('[')) return undefined;
  try {
    return ChatMessages.parse(JSON.parse(template));
  } catch {
    return undefined;
  }
}

const MESSAGE_VARIABLES = [
  'question',
  'query',
  'input',
  'message',
  'user_message',
  'prompt',
  'text',
];

/** For tests without a prompt: the message is the variable with a known name, or the only variable. */
export const renderWithoutPrompt: Render = (vars) => {
  const names = Object.keys(vars);
  const name =
    MESSAGE_VARIABLES.find((usual) => names.includes(usual)) ??
    (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return { system: undefined, interactions: [] };
  return {
    system: undefined,
    interactions: [{ user_message: renderTemplate(`{{${name}}}`, vars) }],
  };
};
