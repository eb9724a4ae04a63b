import { Readable } from 'node:stream';
import { callerSignal } from './caller-signal.ts';
import type { Reply, Request } from './server.ts';

export interface ServerEvent {
  /** What a reader that lost its connection sends back as Last-Event-ID. */
  readonly id?: string;
  readonly event?: string;
  /** As it is where it is text, else as JSON. */
  readonly data: {} | null;
}

/** Ends when its reader is gone, however quiet it is. */
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
    .send(Readable.from(withHeartbeat(events, heartbeatMs)));
}

/** Where a reader that comes back left off. */
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
