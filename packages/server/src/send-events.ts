import { Readable } from 'node:stream';
import { callerSignal } from './caller-signal.ts';
import type { Reply, Request } from './server.ts';

export interface ServerEvent {
  /** A reconnecting reader sends it back as Last-Event-ID. */
  readonly id?: string;
  readonly event?: string;
  /** A string is sent as it is, other values as JSON. */
  readonly data: {} | null;
}

/** Must end when the signal aborts: its reader is gone. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<ServerEvent>;

const HEARTBEAT_MS = 15_000;

/** Sends events as they happen. Periodic comments keep proxies from closing an idle stream. */
export function sendEvents(
  reply: Reply,
  source: EventSource,
  heartbeatMs: number = HEARTBEAT_MS,
): Reply {
  const events = source(callerSignal(reply))[Symbol.asyncIterator]();
  return sendStream(reply, withHeartbeat({ events, heartbeatMs }));
}

export interface StreamedAnswer {
  readonly source: EventSource;
  /** Returns the last events of a stream that fails after its start. */
  readonly onFailure: (thrown: unknown) => readonly ServerEvent[];
}

/**
 * Sends an answer as a stream whose status waits for its first event. An error before that is thrown and gets an HTTP
 * status that clients can handle. After a period without events the stream starts anyway, so that proxies do not time
 * out.
 */
export async function sendAnswerEvents(
  reply: Reply,
  { source, onFailure }: StreamedAnswer,
  heartbeatMs: number = HEARTBEAT_MS,
): Promise<Reply> {
  const signal = callerSignal(reply);
  const events = source(signal)[Symbol.asyncIterator]();
  const first = events.next();
  await orSilence(first, heartbeatMs);
  const explain = (thrown: unknown): readonly ServerEvent[] =>
    signal.aborted ? [] : onFailure(thrown);
  return sendStream(reply, withHeartbeat({ events, first, heartbeatMs, explain }));
}

function sendStream(reply: Reply, texts: AsyncIterable<string>): Reply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(texts, { highWaterMark: 1 }));
}

/** The last event that a reconnecting reader has seen. */
export function lastEventId(request: Request): string | undefined {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

interface EventsToSend {
  readonly events: AsyncIterator<ServerEvent>;
  /** Set if the first event was already requested. */
  readonly first?: Promise<IteratorResult<ServerEvent>>;
  readonly heartbeatMs: number;
  /** Returns the events that report a failure; without it the stream breaks off. */
  readonly explain?: (thrown: unknown) => readonly ServerEvent[];
}

async function* withHeartbeat(sent: EventsToSend): AsyncGenerator<string> {
  const { events, first, heartbeatMs, explain } = sent;
  try {
    let next = first ?? events.next();
    for (;;) {
      const result = await orSilence(next, heartbeatMs);
      if (result === 'silence') {
        yield ': still here\n\n';
        continue;
      }
      if (result.done === true) return;
      yield toText(result.value);
      next = events.next();
    }
  } catch (thrown) {
    if (explain === undefined) throw thrown;
    for (const event of explain(thrown)) yield toText(event);
  } finally {
    await events.return?.();
  }
}

async function orSilence<T>(promise: Promise<T>, ms: number): Promise<T | 'silence'> {
  const silence = Promise.withResolvers<'silence'>();
  const timer = setTimeout(() => silence.resolve('silence'), ms);
  try {
    return await Promise.race([promise, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function toText({ id, event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${field('id', id)}${field('event', event)}${lines.join('')}\n`;
}

function field(name: string, value: string | undefined): string {
  return value === undefined ? '' : `${name}: ${value.replaceAll(/[\r\n\0]/g, ' ')}\n`;
}

const EVENTS = 'text/event-stream';
const JSON_TYPES = ['application/json', 'application/*', '*/*'];

interface Range {
  readonly type: string;
  readonly weight: number;
  readonly at: number;
}

/**
 * True if an `Accept` header prefers an event stream over JSON: it names the stream, with at least the weight of JSON.
 * If it names both with the same weight, the first one wins.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  const ranges = parseAccept(accept ?? '');
  const events = ranges.find(({ type }) => type === EVENTS);
  if (events === undefined || events.weight === 0) return false;
  // The most specific range that matches JSON applies.
  const json = JSON_TYPES.map((name) => ranges.find(({ type }) => type === name)).find(Boolean);
  if (json === undefined || json.weight < events.weight) return true;
  if (json.weight > events.weight) return false;
  return json.type !== 'application/json' || events.at < json.at;
}

/** Parses the media ranges of RFC 9110 with their weights; an invalid weight counts as absent. */
function parseAccept(accept: string): readonly Range[] {
  // Quoted strings may hold commas and are irrelevant here.
  const plain = accept.toLowerCase().replaceAll(/"(?:\\.|[^"\\])*"?/g, '');
  return plain.split(',').map((part, at) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.map((text) => /^q\s*=\s*([01](?:\.\d*)?)$/.exec(text)?.[1]).find(Boolean);
    return { type, weight: q === undefined ? 1 : Number(q), at };
  });
}
