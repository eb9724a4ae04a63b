import { EgressError } from './egress-error.ts';

/** An event stream; `discard` closes it even while a read is pending. */
interface EventStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly discard: () => void;
}

export interface EventLimits {
  readonly maxEvents: number;
  readonly maxLineBytes: number;
  /** Maximum time between two chunks. */
  readonly silenceMs: number;
}

export const EVENT_LIMITS: EventLimits = {
  maxEvents: 100_000,
  maxLineBytes: 1024 * 1024,
  silenceMs: 60_000,
};

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Passes the bytes of an event stream through unchanged; throws once a limit is exceeded. */
export async function* guardEvents(
  stream: EventStream,
  limits: EventLimits,
): AsyncGenerator<Uint8Array> {
  let line = 0;
  let events = 0;
  for await (const chunk of orSilent(stream, limits.silenceMs)) {
    for (const byte of chunk) {
      if (byte === RETURN) continue;
      if (byte !== NEWLINE) {
        line += 1;
        continue;
      }
      if (line === 0) events += 1; // an empty line ends an event
      line = 0;
    }
    if (line > limits.maxLineBytes) throw bad(`a line of more than ${limits.maxLineBytes} bytes`);
    if (events > limits.maxEvents) throw bad(`more than ${limits.maxEvents} events`);
    yield chunk;
  }
}

async function* orSilent(
  { chunks, discard }: EventStream,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isWaiting = false;
  try {
    for (;;) {
      isWaiting = true;
      const next = await within(iterator.next(), silenceMs);
      isWaiting = false;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // `return()` on a generator that is waiting for bytes only settles once they arrive.
    if (isWaiting) discard();
    else await iterator.return?.();
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `the event stream sent nothing for ${ms / 1000} s`;
    silent.reject(new EgressError('timeout', message, { connected: true }));
  }, ms);
  try {
    return await Promise.race([promise, silent.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function bad(what: string): EgressError {
  return new EgressError('bad_response', `the event stream has ${what}`, { connected: true });
}
