import { valueAt } from './json-path.ts';

/** Roles and types of messages that are not replies of the model. */
const OTHER_SPEAKERS = new Set(['user', 'human', 'system', 'developer', 'tool', 'function']);
const ASSISTANTS = /^(assistant|ai|AIMessageChunk|model|bot)$/i;
/** Parts that are not said to the user. */
const SILENT_PARTS = /reason|think|tool|function/i;

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text of content, which is a text or a list of parts. */
export function contentText(value: unknown): string | undefined {
  return text(value) ?? partsText(value);
}

/**
 * The texts of a list of parts, joined: texts, `{text}`, `{refusal}` or `{content}`. The empty text if all that is said
 * is thoughts or calls of tools; `undefined` if nothing is said.
 */
export function partsText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.flatMap((part: unknown) => partText(part) ?? []);
  if (texts.length > 0) return texts.join('');
  return value.some((part) => isSilentPart(part) || isCallPart(part)) ? '' : undefined;
}

function partText(part: unknown): string | undefined {
  if (isSilentPart(part)) return undefined;
  return (
    text(part) ??
    text(valueAt(part, ['text'])) ??
    text(valueAt(part, ['refusal'])) ??
    contentText(valueAt(part, ['content']))
  );
}

function isSilentPart(part: unknown): boolean {
  const type = text(valueAt(part, ['type'])) ?? '';
  return SILENT_PARTS.test(type) || valueAt(part, ['thought']) === true;
}

/** Gemini and Bedrock name no type. */
function isCallPart(part: unknown): boolean {
  return ['functionCall', 'toolUse'].some((key) => valueAt(part, [key]) !== undefined);
}

/** What a message of the model says: its content, else its refusal, else nothing if it only calls tools. */
export function messageText(message: unknown): string | undefined {
  if (isOfOthers(message)) return undefined;
  const said = contentText(valueAt(message, ['content']));
  const refusal = text(valueAt(message, ['refusal']));
  if (said !== undefined && said !== '') return said;
  return refusal ?? said ?? (isEmptyMessage(message) ? '' : undefined);
}

/** Whether a message without text is one of the model that says nothing. */
function isEmptyMessage(message: unknown): boolean {
  const content = valueAt(message, ['content']);
  const calls = valueAt(message, ['tool_calls']);
  const isEmpty = content === null || (Array.isArray(content) && content.length === 0);
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  if (!isAssistant(message)) return isEmpty && hasCalls;
  return isEmpty || hasCalls || hasRoleOnly(message);
}

/** As Gemini's OpenAI-compatible interface answers if all tokens were spent on thinking. */
function hasRoleOnly(message: unknown): boolean {
  const fields = Object.entries(message ?? {});
  return fields.every(([key, value]) => key === 'role' || value === null || SILENT_PARTS.test(key));
}

/** The same for an object that could be something else than a message: each part of its content has to have a type. */
export function possibleMessageText(value: unknown): string | undefined {
  const content = valueAt(value, ['content']);
  return Array.isArray(content) && !content.every(isTyped) ? undefined : messageText(value);
}

function isTyped(part: unknown): boolean {
  return typeof valueAt(part, ['type']) === 'string';
}

function speakers(message: unknown): readonly string[] {
  return ['role', 'type'].flatMap((key) => text(valueAt(message, [key])) ?? []);
}

function isAssistant(message: unknown): boolean {
  return speakers(message).some((name) => ASSISTANTS.test(name));
}

function isOfOthers(message: unknown): boolean {
  return speakers(message).some((name) => OTHER_SPEAKERS.has(name.toLowerCase()));
}

/** The messages that answer the last message of the user; `undefined` if the value is no list of messages. */
export function answeringMessages(value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(value.findLastIndex(isOfUser) + 1);
}

function isOfUser(message: unknown): boolean {
  return speakers(message).some((name) => /^(user|human)$/i.test(name));
}

/** What the last message of the model says. If the user spoke after it, it is history and not the reply. */
export function lastMessageText(value: unknown): string | undefined {
  return messageText(answeringMessages(value)?.findLast(isAssistant));
}

/** The texts of a list of messages to a user, one a line; each has to have the field that tells such a list. */
export function linesText(value: unknown, field: string): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const isList = value.every((item) => valueAt(item, [field]) !== undefined);
  const texts = isList ? value.flatMap((item) => text(valueAt(item, ['text'])) ?? []) : [];
  return texts.length > 0 ? texts.join('\n') : undefined;
}
