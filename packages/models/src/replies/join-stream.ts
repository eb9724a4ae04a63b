import { findExcess, INPUT_LIMITS, parseJson, type JsonPointer } from '@assay/contracts';
import { createParser } from 'eventsource-parser';
import { joinChunks } from '../providers/join-chunks.ts';
import { saysFailed } from './envelope.ts';
import { parsePath, valueAt, valueAtPointer } from './json-path.ts';
import { contentText, text } from './read-message.ts';

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

/** The result of joining a response that was streamed although the request did not ask for streaming. */
export type JoinedStream =
  | { readonly state: 'joined'; readonly body: unknown }
  | { readonly state: 'failed'; readonly message: string }
  /** No event has a readable text; `example` is one of the events. */
  | { readonly state: 'unread'; readonly example: unknown };

const MAX_EVENTS = 20_000;
const EVENTS = /^text\/event-stream/;
const LINES = /ndjson|jsonl|json-lines|json-seq/;
/** Events that are not part of the reply to the user. */
const SILENT_EVENTS = /reason|think|tool|function|status|metadata|usage/i;

export function isStream(contentType: string): boolean {
  return EVENTS.test(contentType) || LINES.test(contentType);
}

/** Joins a stream into one body: OpenAI chunks as a regular completion, all other formats as `{reply}`. */
export function joinStream(
  body: string,
  contentType: string,
  pointer: JsonPointer | undefined,
): JoinedStream {
  const events = EVENTS.test(contentType) ? listEvents(body) : listLines(body);
  if (events.length > MAX_EVENTS) return failed(`the stream has more than ${MAX_EVENTS} events`);
  const end = events.findIndex(({ data }) => data.trim() === '[DONE]');
  const isDone = end !== -1;
  const pieces = (isDone ? events.slice(0, end) : events).map(parseEvent);
  const values = pieces.map(({ value }) => value);
  if (pieces.some(isError)) return failed('the stream reports an error');
  if (pointer === undefined && values.some(isCompletionChunk))
    return joinCompletion(values, isDone);
  const texts = pointer === undefined ? findTexts(pieces) : textsAt(values, pointer);
  if (texts.length > 0)
    return { state: 'joined', body: { ...findExtras(values), reply: joinTexts(texts) } };
  const objects = values.filter(isObject);
  // A single event may contain the whole response in a non-streaming shape.
  return pointer === undefined && objects.length === 1
    ? { state: 'joined', body: objects[0] }
    : { state: 'unread', example: objects.at(-1) };
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
  return { state: 'joined', body: { ...findExtras(values), choices: [{ message }] } };
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
  return saysFailed(piece.value) || kindsOf(piece).includes('error');
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

function textsAt(values: readonly unknown[], pointer: JsonPointer): readonly string[] {
  return values.flatMap((value) => contentText(valueAtPointer(value, pointer)) ?? []);
}

/** Fields of the response other than the reply; the last event with a value wins. */
function findExtras(values: readonly unknown[]): object {
  const found = ['model', 'modelVersion', 'usage', 'usage_metadata', 'metadata'].flatMap(
    (field) => {
      const last = values.map((value) => valueAt(value, [field])).findLast(Boolean);
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
