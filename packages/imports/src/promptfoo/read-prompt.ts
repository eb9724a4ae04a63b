import { z } from 'zod';
import { ChatMessages, chatToConversation, readText } from '../chat-to-conversation.ts';
import type { Conversation } from '../conversations-to-batch.ts';
import type { ImportLog } from '../import-log.ts';
import { parseYaml } from '../parse-yaml.ts';
import type { Templates } from '../render-template.ts';
import type { SourceFile } from '../source-file.ts';

export const PromptfooPrompt = z.union([
  z.string(),
  z.looseObject({ raw: z.string().optional(), id: z.string().optional() }),
]);
export type PromptfooPrompt = z.infer<typeof PromptfooPrompt>;

export type Render = (vars: Readonly<Record<string, unknown>>) => Conversation;

interface Reading {
  readonly source: SourceFile;
  readonly templates: Templates;
  readonly log: ImportLog;
}

/** Returns a function that fills in the variables of the first prompt: a user message, or a whole chat. */
export async function readPrompt(
  prompts: readonly PromptfooPrompt[],
  reading: Reading,
): Promise<Render> {
  const { log, templates } = reading;
  const [prompt] = prompts;
  if (prompts.length > 1) {
    const why = `only the first of ${prompts.length} prompts is used`;
    log.lose('prompts', why, prompts.length - 1);
  }
  const template = prompt === undefined ? undefined : await readTemplate(prompt, reading);
  if (template === undefined) return renderWithoutPrompt(templates);
  const chat = parseChat(template);
  const render = (text: string, vars: Readonly<Record<string, unknown>>): string => {
    const filled = templates.render(text, vars);
    if (/\{\{|\{%/.test(filled)) log.note(UNFILLED);
    return filled;
  };
  if (chat === undefined) {
    return (vars) => ({
      system: undefined,
      interactions: [{ user_message: render(template.text, vars) }],
    });
  }
  chatToConversation(chat, log);
  return (vars) =>
    chatToConversation(
      chat.map((one) => ({ ...one, content: render(readText(one.content), vars) })),
    );
}

const UNFILLED =
  'messages still have {{…}} or {%…%}: only {{name}} and {{name.inner}} of a variable are filled in';
const BY_CODE = 'prompts that code makes are not run: write the prompt as text';
export const NOT_SENT = 'other files are not read here: put their content into this file';

interface Template {
  readonly file: string;
  readonly text: string;
}

async function readTemplate(
  prompt: PromptfooPrompt,
  { source, log }: Reading,
): Promise<Template | undefined> {
  const written = typeof prompt === 'string' ? prompt : (prompt.raw ?? prompt.id ?? '');
  if (typeof prompt !== 'string') {
    const known = prompt.raw === undefined ? ['id'] : ['raw'];
    log.loseOthers(prompt, { prefix: 'prompts.', known, why: 'a prompt has only its text' });
  }
  if (!isFile(written)) return { file: source.file, text: written };
  const path = written.replace(/^file:\/\//, '');
  const fault = whyUnread(path);
  if (fault !== undefined || source.readSibling === undefined) {
    log.lose(`prompts (${path})`, fault ?? NOT_SENT);
    return undefined;
  }
  const [first = '', ...others] = splitPrompts(path, await source.readSibling(path));
  if (others.length > 0) {
    const why = `only the first of ${others.length + 1} prompts in the file is used`;
    log.lose(`prompts (${path})`, why, others.length);
  }
  return { file: path, text: first };
}

/** Names without `file://` have no spaces, and end like a file. */
function isFile(written: string): boolean {
  if (written.startsWith('file://') || isRemote(written)) return true;
  return isCode(written) || /^[\w./*-]+\.(?:txt|jsonl?|md|ya?ml|j2|csv)$/.test(written);
}

/** True for the name of a program, or of a function in it. */
export function isCode(path: string): boolean {
  return /^[^\s{}]+\.(?:[cm]?[jt]s|py|rb)(?::\w+)?$/i.test(path);
}

/** True for addresses, such as `langfuse://` and `https://`. */
export function isRemote(path: string): boolean {
  return /^[a-z]+:\/\/\S+$/.test(path);
}

function whyUnread(path: string): string | undefined {
  if (isCode(path)) return BY_CODE;
  if (isRemote(path)) return 'prompts of other servers are not read: write the prompt as text';
  return /\*|\.(?:jsonl|csv)$/.test(path)
    ? 'several prompts are not read: name a file with one prompt'
    : undefined;
}

/** Lines of three hyphens separate the prompts of a text file. */
function splitPrompts(path: string, text: string): readonly string[] {
  if (!/\.txt$/i.test(path)) return [text];
  const parts = text.split(/^---[ \t]*\r?\n/m);
  return parts.length === 1 ? parts : parts.map((part) => part.trim());
}

/** Variables are filled in after parsing, so a quote in one cannot break the JSON. */
function parseChat({ file, text }: Template): ChatMessages | undefined {
  const isYaml = /\.ya?ml$/i.test(file) && /^- /m.test(text);
  if (!text.trimStart().startsWith('[') && !isYaml) return undefined;
  try {
    return ChatMessages.parse(isYaml ? parseYaml(file, text) : parseJsonChat(text));
  } catch {
    return undefined;
  }
}

/** `{{ name | dump }}` is the variable as JSON, with its quotes, unless it is inside a text. */
function parseJsonChat(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const dump = /\{\{-?\s*([\w.]+)\s*\|\s*dump\s*-?\}\}/g;
    return JSON.parse(text.replaceAll(dump, '"{{$1}}"'));
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
function renderWithoutPrompt(templates: Templates): Render {
  return (vars) => {
    const names = Object.keys(vars);
    const name =
      MESSAGE_VARIABLES.find((usual) => names.includes(usual)) ??
      (names.length === 1 ? names[0] : undefined);
    const message = name === undefined ? '' : templates.render(`{{${name}}}`, vars);
    const isFilled = name !== undefined && message !== `{{${name}}}`;
    return { system: undefined, interactions: isFilled ? [{ user_message: message }] : [] };
  };
}
