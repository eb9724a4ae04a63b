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
  const events = source(callerSignal(reply));
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(withHeartbeat(events, heartbeatMs), { highWaterMark: 1 }));
}

/** The last event that a reconnecting reader has seen. */
export function lastEventId(request: Request): string | undefined {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

async function* withHeartbeat(
  events: AsyncIterable<ServerEvent>,
  heartbeatMs: number,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const result = await orSilence(next, heartbeatMs);
      if (result === 'silence') {
        yield ': still here\n\n';
        continue;
      }
      if (result.done === true) return;
      yield toText(result.value);
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
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
