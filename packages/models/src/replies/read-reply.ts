import {
  findExcess,
  INPUT_LIMITS,
  parseJson,
  toStorable,
  toStorableJson,
  type JsonPointer,
  type Metadata,
  type SessionId,
  type ToolCall,
  type Usage,
} from '@fairtrial/contracts';
import { isDeepStrictEqual } from 'node:util';
import { readUsage } from '../usage.ts';
import { failureText, saysFailed } from './envelope.ts';
import { isStream, joinStream, looksLikeEvents } from './join-stream.ts';
import { valueAt, valueAtPointer } from '../messages/json-path.ts';
import { misread } from './misread.ts';
import { textAtPointer } from '../messages/read-message.ts';
import { readSession, type SessionSource } from './read-session.ts';
import { readCallList, readToolCalls, type ReportedCalls } from './read-tool-calls.ts';
import { readShapes } from './reply-shapes.ts';

export type ParsedReply =
  | {
      readonly state: 'text';
      readonly text: string;
      readonly metadata: Metadata | undefined;
      readonly usage: Usage | undefined;
      /** `undefined` if the response does not report them. */
      readonly toolCalls: readonly ToolCall[] | undefined;
      /** The model named in the response; `undefined` if there is none. */
      readonly model: string | undefined;
      /** The id of the session in this response; `undefined` if it has none. */
      readonly session?: SessionId | undefined;
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
      /** Set if the response has no session id: its likely location, or null if there is no candidate. */
      readonly proposedSession?: JsonPointer | null | undefined;
      /** The id of the session in this response, which has no readable reply; `undefined` if it has none. */
      readonly session?: SessionId | undefined;
    };

/** A successful response. */
export interface Answer extends ReplySources {
  readonly body: string;
  readonly contentType: string;
}

/** Locations from the run request; if absent, the known shapes are tried. */
interface ReplySources {
  /** Location of the reply. */
  readonly pointer?: JsonPointer | undefined;
  /** Location of the text in each event. If set, the response must be a stream, and `pointer` is not used. */
  readonly stream?: JsonPointer | undefined;
  readonly metadata?: JsonPointer | undefined;
  readonly toolCalls?: JsonPointer | undefined;
  /** If absent, the response has no session. */
  readonly session?: SessionSource | undefined;
}

const HTML = /^\s*(<!--[^]*?-->\s*)?(<!doctype html|<html|<head|<body)/i;
const NOT_TEXT = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip)/;
/** Plain text can begin with a bracket; this matches the start of a JSON object or list. */
const JSON_START = /^\s*(\{\s*["}]|\[\s*[[{"\d\]])/;

/**
 * Extracts the reply from a response. A reply that cannot be found with confidence is unreadable: raw JSON is never
 * used as a reply.
 */
export function readReply(answer: Answer): ParsedReply {
  const { body, contentType, pointer, session } = answer;
  const fault = findOther(body, contentType);
  if (fault !== undefined) return unreadable(fault);
  const isEvents = answer.stream !== undefined && looksLikeEvents(body);
  if (isStream(contentType) || isEvents) return readStream(answer);
  const { value, fault: broken } = parseAnswer(body, contentType);
  if (broken !== undefined) return unreadable(broken);
  if (typeof value === 'object' || typeof value === 'string') {
    return readJson(value, { answer, values: [value] });
  }
  if (answer.stream !== undefined) return unreadable(NOT_STREAMED);
  if (pointer !== undefined) {
    const message = `the answer is text, but target.reply is ${pointer}. Leave target.reply out.`;
    return { ...unreadable(message), proposedReply: null };
  }
  const extras = { metadata: undefined, usage: undefined, toolCalls: undefined, model: undefined };
  const reply = toReply(body, { ...extras, flags: [] });
  return withSession(reply, [], session);
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

function readStream(answer: Answer): ParsedReply {
  const { body, contentType, session, stream, pointer } = answer;
  const joined = joinStream(body, contentType, stream ?? pointer);
  if (joined.state === 'failed') return unreadable(`${joined.message}: ${body.slice(0, 300)}`);
  if (joined.state === 'unread') {
    const { values } = joined;
    return withSession(misread(values, { pointer, stream, of: 'the stream' }), values, session);
  }
  const { values } = joined;
  return readJson(joined.body, {
    answer: { ...answer, pointer: undefined },
    values,
    isJoined: true,
  });
}

const NOT_STREAMED =
  'the endpoint did not stream its answer, but target.stream is set. Leave target.stream out, and set target.reply if the reply is not found.';

interface JsonAnswer {
  readonly answer: Answer;
  /** The JSON values of the response: one, or the events of a stream. */
  readonly values: readonly unknown[];
  readonly isJoined?: boolean;
}

function readJson(value: unknown, { answer, values, isJoined = false }: JsonAnswer): ParsedReply {
  const { body, pointer, session } = answer;
  if (saysFailed(value)) {
    return unreadable(`the endpoint answered with an error: ${failureText(value, body)}`);
  }
  if (answer.stream !== undefined && !isJoined) return unreadable(NOT_STREAMED);
  const { reported, ...extras } = readExtras(value, { answer, values });
  const said = pointer === undefined ? readShapes(value) : textAtPointer(value, pointer);
  const isCallOnly =
    pointer !== undefined && hasCalls(reported) && valueAtPointer(value, pointer) === null;
  const text = isCallOnly ? '' : said;
  const reading =
    text === undefined
      ? misread(values, { pointer, of: 'the answer' })
      : toReply(text, {
          ...extras,
          toolCalls: reported?.calls,
          flags: listFlags(text, reported),
        });
  return withSession(reading, values, session);
}

interface Extras extends Omit<ReplyExtras, 'flags' | 'toolCalls'> {
  readonly reported: ReportedCalls | undefined;
}

function readExtras(value: unknown, { answer, values }: JsonAnswer): Extras {
  const metadata =
    answer.metadata === undefined
      ? readAnnotations(value)
      : asAnnotations(lastAt(values, answer.metadata));
  return {
    metadata: metadata && (toStorableJson(metadata) as Metadata),
    usage: readUsage(valueAt(value, ['usage'])) ?? readUsage(valueAt(value, ['usage_metadata'])),
    reported:
      answer.toolCalls === undefined
        ? readToolCalls(value)
        : readCallList(joinListsAt(values, answer.toolCalls)),
    model: readModel(value),
  };
}

/** Returns the value at a location; of a stream, from the last event that has one. */
function lastAt(values: readonly unknown[], pointer: JsonPointer): unknown {
  return values
    .map((value) => valueAtPointer(value, pointer))
    .findLast((found) => found !== undefined && found !== null);
}

/** Joins the lists at a location. A list that begins with the one before it, in every event, is the list so far. */
function joinListsAt(values: readonly unknown[], pointer: JsonPointer): unknown {
  const lists = values
    .map((value) => valueAtPointer(value, pointer))
    .filter((found): found is readonly unknown[] => Array.isArray(found));
  const isSoFar = lists.every((list, at) => {
    const before = lists[at - 1] ?? [];
    return isDeepStrictEqual(list.slice(0, before.length), before);
  });
  return isSoFar ? lists.at(-1) : lists.flat();
}

/** Adds the session of the response. A response without one is unreadable, unless the session is known already. */
function withSession(
  reading: ParsedReply,
  values: readonly unknown[],
  source: SessionSource | undefined,
): ParsedReply {
  if (source === undefined) return reading;
  const found = readSession(values, source);
  if (found.state === 'read') return { ...reading, session: found.session };
  const { message, proposedSession } = found;
  return reading.state === 'text'
    ? { ...unreadable(message), proposedSession }
    : { ...reading, proposedSession };
}

function hasCalls(reported: ReportedCalls | undefined): boolean {
  return reported !== undefined && reported.calls.length > 0;
}

function listFlags(text: string, reported: ReportedCalls | undefined): readonly string[] {
  const isCut = reported?.isCut ?? false;
  return [...(text === '' ? ['empty_reply'] : []), ...(isCut ? ['tool_calls_cut'] : [])];
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
    return asAnnotations(found);
  }
  return undefined;
}

function asAnnotations(value: unknown): Metadata | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).length > 0 ? (value as Metadata) : undefined;
}

const MAX_MODEL_LENGTH = 200;

/** Returns the model named in a response; `undefined` if there is none. */
function readModel(body: unknown): string | undefined {
  const name =
    fieldOf(body, 'model') ??
    fieldOf(body, 'modelVersion') ?? // Gemini
    fieldOf(fieldOf(body, 'response_metadata'), 'model_name'); // agent backend
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  return toStorable(name.slice(0, MAX_MODEL_LENGTH)).text;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
