import type { JsonPointer } from '@fairtrial/contracts';
import { valueAt, valueAtPointer } from './json-path.ts';

/** Roles and types of messages that the model did not write. */
const OTHER_SPEAKERS = new Set(['user', 'human', 'system', 'developer', 'tool', 'function']);
const ASSISTANTS = /^(assistant|ai|AIMessageChunk|model|bot)$/i;
/** Types of parts that are not part of the reply to the user. */
const SILENT_PARTS = /reason|think|tool|function/i;

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text of content, which is a string or a list of parts. */
export function contentText(value: unknown): string | undefined {
  return text(value) ?? partsText(value);
}

/** Returns the text at a location that the caller chose. A number or a boolean there counts as text. */
export function textAtPointer(value: unknown, pointer: JsonPointer): string | undefined {
  const found = valueAtPointer(value, pointer);
  const isPlain = typeof found === 'number' || typeof found === 'boolean';
  return isPlain ? String(found) : contentText(found);
}

/**
 * Joins the texts of a list of parts: strings, `{text}`, `{refusal}` or `{content}`. Returns '' if there are only
 * thoughts or tool calls; `undefined` if there is nothing.
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

/** Gemini and Bedrock parts have no `type`. */
function isCallPart(part: unknown): boolean {
  return ['functionCall', 'toolUse'].some((key) => valueAt(part, [key]) !== undefined);
}

/** Returns the text of a model message: its content, otherwise its refusal, otherwise '' if it only calls tools. */
export function messageText(message: unknown): string | undefined {
  if (isOfOthers(message)) return undefined;
  const said = contentText(valueAt(message, ['content']));
  const refusal = text(valueAt(message, ['refusal']));
  if (said !== undefined && said !== '') return said;
  return refusal ?? said ?? (isEmptyMessage(message) ? '' : undefined);
}

/** True if a message without text is an empty message of the model. */
function isEmptyMessage(message: unknown): boolean {
  const content = valueAt(message, ['content']);
  const calls = valueAt(message, ['tool_calls']);
  const isEmpty = content === null || (Array.isArray(content) && content.length === 0);
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  if (!isAssistant(message)) return isEmpty && hasCalls;
  return isEmpty || hasCalls || hasRoleOnly(message);
}

/** Gemini's OpenAI-compatible API responds like this if all tokens were spent on thinking. */
function hasRoleOnly(message: unknown): boolean {
  const fields = Object.entries(message ?? {});
  return fields.every(([key, value]) => key === 'role' || value === null || SILENT_PARTS.test(key));
}

/** Like `messageText`, for an object that may not be a message: every part of its content must have a type. */
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

/** Returns the messages after the last user message; `undefined` if the value is not a list. */
export function answeringMessages(value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(value.findLastIndex(isOfUser) + 1);
}

function isOfUser(message: unknown): boolean {
  return speakers(message).some((name) => /^(user|human)$/i.test(name));
}

/**
 * Returns the text of the model's last message. A model message before the last user message is history, not the reply.
 */
export function lastMessageText(value: unknown): string | undefined {
  return messageText(answeringMessages(value)?.findLast(isAssistant));
}

/**
 * Joins the texts of a list of messages, one per line. Every item must have `field`, which identifies this kind of
 * list.
 */
export function linesText(value: unknown, field: string): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const isList = value.every((item) => valueAt(item, [field]) !== undefined);
  const texts = isList ? value.flatMap((item) => text(valueAt(item, ['text'])) ?? []) : [];
  return texts.length > 0 ? texts.join('\n') : undefined;
}
