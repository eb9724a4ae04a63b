import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { cappedChunks, collect } from './capped-chunks.ts';
import { EgressError } from './egress-error.ts';
import { EVENT_LIMITS, guardEvents } from './guard-events.ts';
import type { Deadline } from './start-deadline.ts';
import { isTimeout, timedOut } from './to-egress-error.ts';
import { cutSecret, withoutSecret } from './without-secret.ts';

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it comes. */
  readonly body: AsyncIterable<Uint8Array>;
  /** All of it at once, which costs half as much. */
  readonly text: () => Promise<string>;
  /** For an answer whose body nobody will read. */
  readonly discard: () => void;
}

interface Bounds {
  readonly deadline: Deadline;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** What was sent with the request and must not come back. */
  readonly secret: string | undefined;
  /** The caller's own. */
  readonly signal: AbortSignal;
}

/** An answer that ends: in size, in time, and without the secret that was sent for it. */
export function guardResponse(response: Dispatcher.ResponseData, bounds: Bounds): EgressResponse {
  const { headers, statusCode: status } = response;
  const release = (): void => {
    bounds.deadline.clear();
    discard(response.body);
  };
  refuseEncoded(headers, bounds.secret, release);
  const capped = cappedChunks(response.body, bounds.maxBytes);
  const clean = bounds.secret === undefined ? capped : withoutSecret(capped, bounds.secret);
  const body = isEventStream(headers)
    ? guardEvents({ chunks: clean, discard: release }, EVENT_LIMITS)
    : clean;
  return {
    status,
    headers,
    body: namedFaults(body, bounds),
    text: () => readWhole(response.body, bounds),
    discard: release,
  };
}

function isEventStream(headers: EgressResponse['headers']): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/event-stream');
}

function discard(body: Readable): void {
  body.on('error', () => undefined).destroy(); // it complains of being destroyed, to nobody
}

/** We ask for plain bytes; what comes packed all the same could unpack to anything. */
function refuseEncoded(
  headers: EgressResponse['headers'],
  secret: string | undefined,
  release: () => void,
): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  release();
  // A header can repeat what was sent as well as a body can.
  const named = cutSecret(Buffer.from(String(encoding)), secret ?? '').toString();
  throw new EgressError('bad_response', `the answer is packed as ${named}`, { connected: true });
}

async function* namedFaults(
  body: AsyncIterable<Uint8Array>,
  bounds: Bounds,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    throw toFault(thrown, bounds);
  } finally {
    bounds.deadline.clear();
  }
}

async function readWhole(body: Readable, bounds: Bounds): Promise<string> {
  try {
    const bytes = await collect(body, bounds.maxBytes);
    const clean = bounds.secret === undefined ? bytes : cutSecret(bytes, bounds.secret);
    return new TextDecoder().decode(clean); // a byte order mark is dropped
  } catch (thrown) {
    throw toFault(thrown, bounds);
  } finally {
    bounds.deadline.clear();
  }
}

function toFault(thrown: unknown, { signal, deadlineMs }: Bounds): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof EgressError) return thrown;
  if (isTimeout(thrown)) return timedOut(deadlineMs, thrown);
  return new EgressError('bad_response', 'the answer was cut off', {
    cause: thrown,
    connected: true,
    cutOff: true,
  });
}
