import { Readable } from 'node:stream';
import { callerSignal } from './caller-signal.ts';
import type { Reply, Request } from './server.ts';

export interface ServerEvent {
  /** A reader that lost its connection sends it back as Last-Event-ID. */
  readonly id?: string;
  readonly event?: string;
  /** A string as it is, other values as JSON. */
  readonly data: {} | null;
}

/** Ends when its reader is gone. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<ServerEvent>;

const HEARTBEAT_MS = 15_000;

/** Events as they happen. A comment now and then keeps proxies from taking silence for an end. */
export function sendEvents(
  reply: Reply,
  source: EventSource,
  heartbeatMs: number = HEARTBEAT_MS,
): Reply {
  const events = source(callerSignal(reply))[Symbol.asyncIterator]();
  return sendStream(reply, withHeartbeat({ events, heartbeatMs }));
}

/** An answer that is written as a stream. */
export interface StreamedAnswer {
  readonly source: EventSource;
  /** The last events for a reader whose stream fails after its start. */
  readonly onFailure: (thrown: unknown) => readonly ServerEvent[];
}

/**
 * An answer as a stream whose status waits for its first event: what fails before that is thrown, and so has a status
 * that clients know what to do about. After a time of silence the stream begins nevertheless, to keep proxies from
 * giving up.
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
  /** Where it was asked for already. */
  readonly first?: Promise<IteratorResult<ServerEvent>>;
  readonly heartbeatMs: number;
  /** Makes events of a failure; without it the stream breaks off. */
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
 * Whether an `Accept` header asks for an event stream rather than JSON: by name, and with no less weight. Where
 * it names both with the same weight, the first one counts.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  const ranges = parseAccept(accept ?? '');
  const events = ranges.find(({ type }) => type === EVENTS);
  if (events === undefined || events.weight === 0) return false;
  // The closest description of JSON is the one that holds.
  const json = JSON_TYPES.map((name) => ranges.find(({ type }) => type === name)).find(Boolean);
  if (json === undefined || json.weight < events.weight) return true;
  if (json.weight > events.weight) return false;
  return json.type !== 'application/json' || events.at < json.at;
}

/** The media ranges of RFC 9110 with their weights; what a weight cannot be counts as none given. */
function parseAccept(accept: string): readonly Range[] {
  // Quoted strings may hold commas and are irrelevant here.
  const plain = accept.toLowerCase().replaceAll(/"(?:\\.|[^"\\])*"?/g, '');
  return plain.split(',').map((part, at) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.map((text) => /^q\s*=\s*([01](?:\.\d*)?)$/.exec(text)?.[1]).find(Boolean);
    return { type, weight: q === undefined ? 1 : Number(q), at };
  });
}
