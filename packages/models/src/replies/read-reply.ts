import {
  findExcess,
  INPUT_LIMITS,
  parseJson,
  toStorable,
  toStorableJson,
  type Metadata,
  type ToolCall,
  type Usage,
} from '@assay/contracts';
import { z } from 'zod';
import { readModel } from './read-model.ts';
import { readTextField } from './read-text-field.ts';
import { readToolCalls } from './read-tool-calls.ts';

export type ParsedReply =
  | {
      readonly state: 'text';
      readonly text: string;
      readonly metadata: Metadata | undefined;
      readonly usage: Usage | undefined;
      /** `undefined` if the answer names none. */
      readonly toolCalls: readonly ToolCall[] | undefined;
      /** The model that answered, as far as the answer says. */
      readonly model: string | undefined;
      readonly flags: readonly string[];
    }
  | { readonly state: 'unreadable'; readonly message: string };

const HTML = /^\s*(<!--[^]*?-->\s*)?(<!doctype html|<html|<head|<body)/i;
const NOT_TEXT = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip)/;
/** Text may well begin with a bracket; an object or a list of things is JSON. */
const JSON_START = /^\s*(\{\s*["}]|\[\s*[[{"\d\]])/;

/** The reply in the body of a successful answer, whatever its shape. */
export function readReply(body: string, contentType: string): ParsedReply {
  const fault = findOther(body, contentType);
  if (fault !== undefined) return unreadable(fault);
  const isText = contentType.startsWith('text/plain');
  const isTooLarge = JSON_START.test(body) && findExcess(body, LIMITS) !== undefined;
  if (isTooLarge && !isText) {
    return unreadable('the answer is nested too deep, or has an object with too many keys');
  }
  const value = isTooLarge ? undefined : parseJson(body);
  if (value !== undefined) return readJson(value, body);
  if (contentType.includes('json') || (JSON_START.test(body) && !isText)) {
    return unreadable('the answer is not complete JSON');
  }
  return toReply(body, {
    metadata: undefined,
    usage: undefined,
    toolCalls: undefined,
    model: undefined,
    flags: [],
  });
}

/** What an answer is that is no reply at all. */
function findOther(body: string, contentType: string): string | undefined {
  if (body.trim() === '') return 'the answer is empty';
  if (NOT_TEXT.test(contentType)) return `the answer is ${contentType}, not text`;
  if (isPage(body, contentType)) return 'the answer is a web page, not a reply';
  if (!contentType.startsWith('text/event-stream')) return undefined;
  return 'the answer is an event stream, which was not asked for';
}

function readJson(value: unknown, body: string): ParsedReply {
  const text = readTextField(value);
  if (hasError(value)) {
    return unreadable(`the endpoint answered with an error: ${body.slice(0, 300)}`);
  }
  const metadata = readAnnotations(value);
  return toReply(text ?? body, {
    metadata: metadata && (toStorableJson(metadata) as Metadata),
    usage: readUsage(value),
    toolCalls: readToolCalls(value),
    model: readModel(value),
    flags: text === undefined ? ['raw_body'] : text === '' ? ['empty_reply'] : [],
  });
}

type ReplyExtras = Omit<Extract<ParsedReply, { state: 'text' }>, 'state' | 'text'>;

/** Bytes that are not UTF-8 arrive as replacement characters; NUL and halves of surrogate pairs become them. */
function toReply(reply: string, extras: ReplyExtras): ParsedReply {
  const { text, changed } = toStorable(reply);
  const broken = changed || text.includes('\uFFFD');
  const flags = broken ? [...extras.flags, 'text_repaired'] : extras.flags;
  return { state: 'text', text, ...extras, flags };
}

function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null
    ? Object.keys(error).length > 0
    : Boolean(error);
}

/** By its body; if it is sent as text/html, any tag is enough. */
function isPage(body: string, contentType: string): boolean {
  if (contentType.startsWith('text/html') && /^\s*</.test(body)) return true;
  return HTML.test(body.slice(0, 2000));
}

function unreadable(message: string): ParsedReply {
  return { state: 'unreadable', message };
}

/** A parser takes long for an object with many keys, and each annotation is stored and compared. */
const LIMITS = { depth: INPUT_LIMITS.depth, object_keys: INPUT_LIMITS.object_keys };

const METADATA_FIELDS = ['generated_metadata', 'metadata'];

/** `undefined` if there are none; an empty object counts as none. */
function readAnnotations(body: unknown): Metadata | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const field of METADATA_FIELDS) {
    const found = Object.hasOwn(body, field) && (body as Record<string, unknown>)[field];
    if (typeof found !== 'object' || found === null || Array.isArray(found)) continue;
    return Object.keys(found).length > 0 ? (found as Metadata) : undefined;
  }
  return undefined;
}

const Count = z.int().nonnegative();
const TokenCounts = z.union([
  z.object({ prompt_tokens: Count, completion_tokens: Count, total_tokens: Count.nullish() }),
  z.object({ input_tokens: Count, output_tokens: Count, total_tokens: Count.nullish() }),
]);
const BodyWithUsage = z.union([
  z.object({ usage: TokenCounts }).transform((body) => body.usage),
  z.object({ usage_metadata: TokenCounts }).transform((body) => body.usage_metadata),
]);

/** The tokens as the endpoint counted them; `undefined` if it did not. They are never estimated. */
function readUsage(body: unknown): Usage | undefined {
  const { data } = BodyWithUsage.safeParse(body);
  if (data === undefined) return undefined;
  const input = 'prompt_tokens' in data ? data.prompt_tokens : data.input_tokens;
  const output = 'completion_tokens' in data ? data.completion_tokens : data.output_tokens;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: data.total_tokens ?? input + output,
  };
}
