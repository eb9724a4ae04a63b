import {
  findExcess,
  INPUT_LIMITS,
  parseJson,
  toStorable,
  toStorableJson,
  type JsonPointer,
  type Metadata,
  type ToolCall,
  type Usage,
} from '@assay/contracts';
import { z } from 'zod';
import { saysFailed } from './envelope.ts';
import { isStream, joinStream } from './join-stream.ts';
import { valueAtPointer } from './json-path.ts';
import { describeUnread } from './propose-reply.ts';
import { contentText } from './read-message.ts';
import { readModel } from './read-model.ts';
import { readToolCalls } from './read-tool-calls.ts';
import { readShapes } from './reply-shapes.ts';

export type ParsedReply =
  | {
      readonly state: 'text';
      readonly text: string;
      readonly metadata: Metadata | undefined;
      readonly usage: Usage | undefined;
      /** `undefined` if the response lists none. */
      readonly toolCalls: readonly ToolCall[] | undefined;
      /** The model named in the response; `undefined` if there is none. */
      readonly model: string | undefined;
      readonly flags: readonly string[];
    }
  | {
      readonly state: 'unreadable';
      readonly message: string;
      /**
       * Set if a complete response has no readable reply: the likely location of the reply, or null if there is no
       * candidate.
       */
      readonly proposedReply?: JsonPointer | null | undefined;
    };

/** A successful response. */
export interface Answer {
  readonly body: string;
  readonly contentType: string;
  /** Location of the reply from the run request; if absent, the known shapes are tried. */
  readonly pointer?: JsonPointer | undefined;
}

const HTML = /^\s*(<!--[^]*?-->\s*)?(<!doctype html|<html|<head|<body)/i;
const NOT_TEXT = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip)/;
/** Plain text can begin with a bracket; this matches the start of a JSON object or list. */
const JSON_START = /^\s*(\{\s*["}]|\[\s*[[{"\d\]])/;

/**
 * Extracts the reply from a response. A reply that cannot be found with confidence is unreadable: raw JSON is never
 * used as a reply.
 */
export function readReply({ body, contentType, pointer }: Answer): ParsedReply {
  const fault = findOther(body, contentType);
  if (fault !== undefined) return unreadable(fault);
  if (isStream(contentType)) return readStream({ body, contentType, pointer });
  const { value, fault: broken } = parseAnswer(body, contentType);
  if (broken !== undefined) return unreadable(broken);
  if (typeof value === 'object' || typeof value === 'string') {
    return readJson(value, { body, pointer });
  }
  if (pointer !== undefined) {
    const message = `the answer is text, but target.reply is ${pointer}. Leave target.reply out.`;
    return { ...unreadable(message), proposedReply: null };
  }
  return toReply(body, {
    metadata: undefined,
    usage: undefined,
    toolCalls: undefined,
    model: undefined,
    flags: [],
  });
}

/** Returns the parsed JSON or a fault; neither for plain text. */
function parseAnswer(
  body: string,
  contentType: string,
): { readonly value?: unknown; readonly fault?: string } {
  const isText = contentType.startsWith('text/plain');
  const isJson = JSON_START.test(body);
  if (isJson && findExcess(body, LIMITS) !== undefined) {
    return isText
      ? {}
      : { fault: 'the answer is nested too deep, or has an object with too many keys' };
  }
  const value = parseJson(body);
  if (value !== undefined) return { value };
  const isBroken = contentType.includes('json') || (isJson && !isText);
  return isBroken ? { fault: 'the answer is not complete JSON' } : {};
}

/** Describes a body that cannot contain a reply; `undefined` otherwise. */
function findOther(body: string, contentType: string): string | undefined {
  if (body.trim() === '') return 'the answer is empty';
  if (NOT_TEXT.test(contentType)) return `the answer is ${contentType}, not text`;
  return isPage(body, contentType) ? 'the answer is a web page, not a reply' : undefined;
}

function readStream({ body, contentType, pointer }: Answer): ParsedReply {
  const joined = joinStream(body, contentType, pointer);
  if (joined.state === 'failed') return unreadable(`${joined.message}: ${body.slice(0, 300)}`);
  if (joined.state === 'unread') return misread(joined.example, { pointer, of: 'the stream' });
  return readJson(joined.body, { body, pointer: undefined });
}

function readJson(value: unknown, { body, pointer }: Omit<Answer, 'contentType'>): ParsedReply {
  if (saysFailed(value)) {
    return unreadable(`the endpoint answered with an error: ${body.slice(0, 300)}`);
  }
  const toolCalls = readToolCalls(value);
  const said = pointer === undefined ? readShapes(value) : textAtPointer(value, pointer);
  const isCallOnly = pointer !== undefined && toolCalls && valueAtPointer(value, pointer) === null;
  const text = isCallOnly ? '' : said;
  if (text === undefined) return misread(value, { pointer, of: 'the answer' });
  const metadata = readAnnotations(value);
  return toReply(text, {
    metadata: metadata && (toStorableJson(metadata) as Metadata),
    usage: readUsage(value),
    toolCalls,
    model: readModel(value),
    flags: text === '' ? ['empty_reply'] : [],
  });
}

function textAtPointer(value: unknown, pointer: JsonPointer): string | undefined {
  const found = valueAtPointer(value, pointer);
  const isPlain = typeof found === 'number' || typeof found === 'boolean';
  return isPlain ? String(found) : contentText(found);
}

/** Builds the error for a response without a readable reply: lists its keys and proposes a location. */
function misread(
  value: unknown,
  { pointer, of }: { readonly pointer: JsonPointer | undefined; readonly of: string },
): ParsedReply {
  const { keys, proposal } = describeUnread(value);
  const proposedReply = proposal === pointer ? null : proposal;
  const fault =
    pointer === undefined
      ? `${of} has no reply that can be read`
      : `${of} has no text at ${pointer}, which target.reply points to`;
  const found = keys === '' ? 'it has no keys' : `it has the keys ${keys}`;
  const advice =
    proposedReply === null
      ? 'Set target.reply to the JSON Pointer of its text'
      : `If the reply is at ${proposedReply}, set target.reply to that`;
  return { ...unreadable(`${fault}: ${found}. ${advice}.`), proposedReply };
}

type ReplyExtras = Omit<Extract<ParsedReply, { state: 'text' }>, 'state' | 'text'>;

/** Invalid UTF-8 arrives as replacement characters; NUL and lone surrogates are replaced by them here. */
function toReply(reply: string, extras: ReplyExtras): ParsedReply {
  const { text, changed } = toStorable(reply);
  const broken = changed || text.includes('\uFFFD');
  const flags = broken ? [...extras.flags, 'text_repaired'] : extras.flags;
  return { state: 'text', text, ...extras, flags };
}

/** True if the body looks like HTML; with text/html, any tag is enough. */
function isPage(body: string, contentType: string): boolean {
  if (contentType.startsWith('text/html') && /^\s*</.test(body)) return true;
  return HTML.test(body.slice(0, 2000));
}

function unreadable(message: string): Extract<ParsedReply, { state: 'unreadable' }> {
  return { state: 'unreadable', message };
}

/** Parsing an object with many keys is slow, and every annotation is stored and compared. */
const LIMITS = { depth: INPUT_LIMITS.depth, object_keys: INPUT_LIMITS.object_keys };

const METADATA_FIELDS = ['generated_metadata', 'metadata'];

/** Returns the response's annotations; `undefined` if there are none or the object is empty. */
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

/** Returns the token counts reported by the endpoint; `undefined` if it reports none. They are never estimated. */
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
