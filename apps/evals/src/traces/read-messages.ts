import { findExcess } from '@fairtrial/contracts';
import type { ToolCall, TraceMessage } from './span-content.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Longer histories lose their oldest messages. */
const MAX_MESSAGES = 1000;
/** What is read: redaction takes about 1.5 ms per 1,000 characters and cannot pause within a text. */
const MAX_READ_CHARS = 64_000;
/** What is stored. */
const MAX_TEXT_CHARS = 32_000;
const MAX_NAME_CHARS = 200;
const CUT = '… (cut)';

/** Values are written as JSON again, which fails for a few thousand levels. */
const MAX_DEPTH = 64;

/** Parses JSON; `undefined` if it is none or has too many levels. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (findExcess(value, { depth: MAX_DEPTH }) !== undefined) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/**
 * Reads a list of messages, as JSON text or as a value, in any of the shapes that instrumentations write: `content` as
 * text or parts, `parts`, `tool_calls` of OpenAI, `tool-call` parts of the AI SDK. Unreadable text becomes one message.
 */
export function readMessages(value: unknown, role: TraceMessage['role']): readonly TraceMessage[] {
  const parsed = parseJson(value);
  if (parsed === undefined || parsed === null) return plainMessage(value, role);
  const items = Array.isArray(parsed) ? (parsed as readonly unknown[]) : messagesIn(parsed);
  return items.slice(-MAX_MESSAGES).flatMap((item) => readMessage(item, role));
}

/** `{"messages": […]}`, `{"prompt": "…"}` or a single message. */
function messagesIn(value: unknown): readonly unknown[] {
  const { messages, prompt, system } = fields(value);
  if (!Array.isArray(messages)) return [prompt ?? value];
  const first = typeof system === 'string' ? [{ role: 'system', content: system }] : [];
  return [...first, ...(messages as readonly unknown[])];
}

function plainMessage(value: unknown, role: TraceMessage['role']): readonly TraceMessage[] {
  return typeof value === 'string' && value.trim() !== '' ? [textMessage(role, value)] : [];
}

export function textMessage(role: TraceMessage['role'], text: string): TraceMessage {
  return { role, text: limitText(text), toolCalls: [], callId: undefined, tool: undefined };
}

/** A message with results of several tools becomes one message for each. */
function readMessage(item: unknown, fallback: TraceMessage['role']): readonly TraceMessage[] {
  if (typeof item !== 'object' || item === null) return plainMessage(toText(item), fallback);
  const message = fields(fields(item)['message'] ?? item);
  const role = toRole(message['role'], fallback);
  const content = toParts(message['parts'] ?? message['content'] ?? message['contents']);
  const parts = listOf(content);
  const results = parts.filter(isResult).map(toResult);
  const text = Array.isArray(content) ? joinText(content) : toText(content);
  if (role === 'tool') {
    const own = { ...textMessage(role, text), ...describeResult(message) };
    return results.length > 0 ? results : [own];
  }
  const toolCalls = [...parts.filter(isCall), ...listOf(message['tool_calls'])].map(toCall);
  if (text === '' && toolCalls.length === 0) return results;
  return [{ ...textMessage(role, text), toolCalls }, ...results];
}

function describeResult(message: Fields): Pick<TraceMessage, 'callId' | 'tool'> {
  return {
    callId: idOf(message['tool_call_id'] ?? message['id']),
    tool: idOf(message['name']),
  };
}

/** Some instrumentations write parts as JSON text. */
function toParts(content: unknown): unknown {
  if (typeof content !== 'string' || !content.startsWith('[{')) return content;
  const parts = parseJson(content);
  const areParts =
    Array.isArray(parts) && parts.every((part) => fields(part)['type'] !== undefined);
  return areParts ? parts : content;
}

const ROLES = new Map<string, TraceMessage['role']>(
  Object.entries({
    system: 'system',
    developer: 'system',
    user: 'user',
    human: 'user',
    assistant: 'assistant',
    ai: 'assistant',
    model: 'assistant',
    tool: 'tool',
    function: 'tool',
  } as const),
);

export function toRole(value: unknown, fallback: TraceMessage['role']): TraceMessage['role'] {
  return typeof value === 'string' ? (ROLES.get(value.toLowerCase()) ?? fallback) : fallback;
}

const CALLS = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call']);
const RESULTS = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
]);

function isCall(part: Fields): boolean {
  return CALLS.has(String(part['type']));
}

function isResult(part: Fields): boolean {
  return RESULTS.has(String(part['type']));
}

function toCall(given: Fields): ToolCall {
  const call = fields(given['tool_call'] ?? given);
  const named = fields(call['function'] ?? call);
  const args = named['arguments'] ?? named['input'] ?? named['args'];
  return {
    id: idOf(call['id'] ?? call['toolCallId'] ?? call['call_id']),
    name: cutName(toText(named['name'] ?? named['toolName'])),
    arguments: toJsonText(args),
  };
}

function toResult(part: Fields): TraceMessage {
  const output = part['response'] ?? part['result'] ?? part['output'] ?? part['content'];
  const value = fields(output)['value'] ?? output; // the AI SDK wraps it: {type, value}
  return {
    role: 'tool',
    text: toJsonText(value),
    toolCalls: [],
    callId: idOf(part['id'] ?? part['toolCallId'] ?? part['tool_use_id'] ?? part['call_id']),
    tool: typeof part['toolName'] === 'string' ? cutName(part['toolName']) : undefined,
  };
}

/** The texts of a list of parts; reasoning, images and calls are left out. */
function joinText(parts: readonly unknown[]): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { type = 'text', content, text, message_content: inner } = fields(part);
    const isText = ['text', 'input_text', 'output_text'].includes(String(type));
    return isText ? toText(text ?? content ?? fields(inner)['text']) : '';
  });
  return texts.filter((text) => text !== '').join('\n');
}

/**
 * Text as it is; other values as JSON. JSON text is written without blanks, so that equal values are equal texts, and
 * a string in JSON is written without its quotes.
 */
export function toJsonText(value: unknown): string {
  const parsed =
    typeof value === 'string' && /^\s*[[{"]/.test(value) ? parseJson(value) : undefined;
  return limitText(toText(parsed ?? value));
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Cuts a text to the length that is redacted. */
export function limitText(text: string): string {
  return text.slice(0, MAX_READ_CHARS);
}

/** Cuts a text to the length that is stored. */
export function cutText(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : text.slice(0, MAX_TEXT_CHARS) + CUT;
}

export function cutName(name: string): string {
  return name.slice(0, MAX_NAME_CHARS);
}

export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? cutName(value) : undefined;
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
