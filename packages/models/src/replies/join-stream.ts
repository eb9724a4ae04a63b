import { findExcess, INPUT_LIMITS, parseJson, type JsonPointer } from '@fairtrial/contracts';
import { createParser } from 'eventsource-parser';
import { joinChunks } from '../completions/join-chunks.ts';
import { saysFailed } from './envelope.ts';
import { parsePath, valueAt } from '../messages/json-path.ts';
import { contentText, text, textAtPointer } from '../messages/read-message.ts';

/**
 * Paths of text chunks in stream events, in order of precedence; the first path with text is used for the whole stream.
 */
export const CHUNK_PATHS: readonly { readonly name: string; readonly path: string }[] = [
  { name: 'OpenAI completions', path: 'choices[0].text' },
  { name: 'Anthropic', path: 'delta.text' },
  { name: 'Gemini', path: 'candidates[0].content.parts' },
  { name: 'Ollama', path: 'message.content' },
  { name: 'Hugging Face', path: 'token.text' },
  ...['delta', 'token', 'chunk', 'content', 'text', 'response', 'answer', 'reply'].map((path) => ({
    name: 'OpenAI Responses and others',
    path,
  })),
];

/** The result of joining a response that was streamed, perhaps although the request did not ask for streaming. */
export type JoinedStream =
  /** `values` are the values of its events. */
  | { readonly state: 'joined'; readonly body: unknown; readonly values: readonly unknown[] }
  | { readonly state: 'failed'; readonly message: string }
  /** No event has a readable text; `values` are the events that are objects. */
  | { readonly state: 'unread'; readonly values: readonly unknown[] };

const MAX_EVENTS = 20_000;
const EVENTS = /^text\/event-stream/;
const LINES = /ndjson|jsonl|json-lines|json-seq/;
/** Events that are not part of the reply to the user. */
const SILENT_EVENTS = /reason|think|tool|function|status|metadata|usage/i;

const WHOLE_RESPONSE = /^response\.(completed|incomplete)$/;

export function isStream(contentType: string): boolean {
  return EVENTS.test(contentType) || LINES.test(contentType);
}

/** True if a body is a stream of events, although its content type may say otherwise. */
export function looksLikeEvents(body: string): boolean {
  return /^\s*(data|event|id|retry)?:/.test(body);
}

/** Joins a stream into one body: OpenAI chunks as a regular completion, all other formats as `{reply}`. */
export function joinStream(
  body: string,
  contentType: string,
  pointer: JsonPointer | undefined,
): JoinedStream {
  const events = LINES.test(contentType) ? listLines(body) : listEvents(body);
  if (events.length > MAX_EVENTS) return failed(`the stream has more than ${MAX_EVENTS} events`);
  const end = events.findIndex(({ data }) => data.trim() === '[DONE]');
  const isDone = end !== -1;
  const pieces = (isDone ? events.slice(0, end) : events).map(parseEvent);
  const values = pieces.map(({ value }) => value);
  if (pieces.some(isError)) return failed('the stream reports an error');
  return pointer === undefined
    ? joinKnown(pieces, isDone)
    : (joinAt(textsAt(pieces, pointer), values) ?? {
        state: 'unread',
        values: values.filter(isObject),
      });
}

/** Joins a stream of a known shape. */
function joinKnown(pieces: readonly Piece[], isDone: boolean): JoinedStream {
  const values = pieces.map(({ value }) => value);
  if (values.some(isCompletionChunk)) return joinCompletion(values, isDone);
  const whole = findWhole(pieces);
  if (whole !== undefined) return { state: 'joined', body: whole, values };
  const joined = joinAt(findTexts(pieces), values);
  if (joined !== undefined) return joined;
  const objects = values.filter(isObject);
  // A single event may contain the whole response in a non-streaming shape.
  return objects.length === 1
    ? { state: 'joined', body: objects[0], values }
    : { state: 'unread', values: objects };
}

/** `undefined` if there are no texts. */
function joinAt(texts: readonly string[], values: readonly unknown[]): JoinedStream | undefined {
  if (texts.length === 0) return undefined;
  return { state: 'joined', body: { ...findExtras(values), reply: joinTexts(texts) }, values };
}

interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

function listEvents(body: string): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => void events.push({ name: event, data }),
  });
  parser.feed(`${body}\n\n`);
  return events;
}

function listLines(body: string): readonly StreamEvent[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return lines.map((data) => ({ name: '', data }));
}

interface Piece extends StreamEvent {
  /** `undefined` if the data is not JSON, or exceeds the limits on depth or keys. */
  readonly value: unknown;
}

function parseEvent({ name, data }: StreamEvent): Piece {
  const { depth, object_keys } = INPUT_LIMITS;
  const isTooLarge = findExcess(data, { depth, object_keys }) !== undefined;
  return { name, data, value: isTooLarge ? undefined : parseJson(data) };
}

function isCompletionChunk(value: unknown): boolean {
  return isObject(valueAt(value, ['choices', 0, 'delta']));
}

function joinCompletion(values: readonly unknown[], isDone: boolean): JoinedStream {
  const joined = joinChunks();
  try {
    for (const value of values) joined.add(value);
  } catch {
    return failed('the stream has an event that is not a chunk of a completion');
  }
  const said = joined.completion(isDone)?.choices[0].message.wire;
  if (said === undefined) return failed('the stream broke off');
  const message = { role: 'assistant', content: null, ...said };
  return { state: 'joined', body: { ...findExtras(values), choices: [{ message }] }, values };
}

/** OpenAI Responses repeat the whole response, with its tool calls, in the last event. */
function findWhole(pieces: readonly Piece[]): unknown {
  const last = pieces.findLast((piece) => kindsOf(piece).some((kind) => WHOLE_RESPONSE.test(kind)));
  const output = valueAt(last?.value, ['response', 'output']);
  return Array.isArray(output) && output.length > 0
    ? valueAt(last?.value, ['response'])
    : undefined;
}

/** Returns the texts at the first path that has any; if no event is a JSON object, the events' data. */
function findTexts(pieces: readonly Piece[]): readonly string[] {
  const said = pieces.filter(isSaid);
  if (!pieces.some(({ value }) => isObject(value))) {
    return said.map(({ value, data }) => text(value) ?? data);
  }
  for (const { path } of CHUNK_PATHS) {
    const texts = said.flatMap(({ value }) => contentText(valueAt(value, parsePath(path))) ?? []);
    if (texts.length > 0) return texts;
  }
  return [];
}

function isError(piece: Piece): boolean {
  const kinds = kindsOf(piece);
  return saysFailed(piece.value) || kinds.includes('error') || kinds.includes('response.failed');
}

function isSaid(piece: Piece): boolean {
  const kinds = kindsOf(piece);
  const isOfResponses = kinds.some((kind) => kind.startsWith('response.'));
  if (isOfResponses) return kinds.includes('response.output_text.delta');
  return !kinds.some((kind) => SILENT_EVENTS.test(kind));
}

function kindsOf({ name, value }: Piece): readonly string[] {
  const named = ['type', 'event'].map((field) => text(valueAt(value, [field])) ?? '');
  return [name, ...named];
}

/** Returns the texts at a location. Events such as reasoning are read only if no other event has a text there. */
function textsAt(pieces: readonly Piece[], pointer: JsonPointer): readonly string[] {
  const textsOf = (some: readonly Piece[]): readonly string[] =>
    some.flatMap(({ value }) => textAtPointer(value, pointer) ?? []);
  const said = textsOf(pieces.filter(isSaid));
  return said.length > 0 ? said : textsOf(pieces);
}

/**
 * Fields of the response other than the reply; the last event with a value wins. OpenAI Responses have them in
 * `response`.
 */
function findExtras(values: readonly unknown[]): object {
  const holders = values.flatMap((value) => [value, valueAt(value, ['response'])]);
  const found = ['model', 'modelVersion', 'usage', 'usage_metadata', 'metadata'].flatMap(
    (field) => {
      const last = holders.map((holder) => valueAt(holder, [field])).findLast(Boolean);
      return last === undefined ? [] : [[field, last]];
    },
  );
  return Object.fromEntries(found);
}

/** Some endpoints send the accumulated text with every event, and some repeat the whole text at the end. */
function joinTexts(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  const before = texts.slice(0, -1);
  const isExtended = (piece: string, at: number): boolean => {
    const next = texts[at + 1] ?? '';
    return piece !== '' && next.length > piece.length && next.startsWith(piece);
  };
  const isSoFar = before.length > 0 && before.every(isExtended);
  const isRepeated = before.length > 1 && before.join('') === last;
  return isSoFar || isRepeated ? last : texts.join('');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function failed(message: string): JoinedStream {
  return { state: 'failed', message };
}
