import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { EgressError, isTimeout, timeoutError } from './egress-error.ts';
import { EVENT_LIMITS, guardEvents } from './guard-events.ts';
import type { Redactor } from './redact-secret.ts';
import type { Deadline } from './start-deadline.ts';

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** In chunks. */
  readonly body: AsyncIterable<Uint8Array>;
  /** All of it at once, which costs half as much. */
  readonly text: () => Promise<string>;
  /** For an answer whose body is not read. */
  readonly discard: () => void;
}

interface ResponseLimits {
  readonly deadline: Deadline;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** Of the secret that was sent with the request. */
  readonly redactor: Redactor | undefined;
  /** The caller's signal. */
  readonly signal: AbortSignal;
}

/** The answer with limits on its size and time, and without the secret that was sent for it. */
export function guardResponse(
  response: Dispatcher.ResponseData,
  limits: ResponseLimits,
): EgressResponse {
  const { statusCode: status } = response;
  const { redactor } = limits;
  // A header can repeat what was sent as well as a body can.
  const headers = redactor?.headers(response.headers) ?? response.headers;
  const release = (): void => {
    limits.deadline.clear();
    discard(response.body);
  };
  refuseEncoded(headers, release);
  const capped = cappedChunks(response.body, limits.maxBytes);
  const clean = redactor?.chunks(capped) ?? capped;
  const body = isEventStream(headers)
    ? guardEvents({ chunks: clean, discard: release }, EVENT_LIMITS)
    : clean;
  return {
    status,
    headers,
    body: withEgressErrors(body, limits),
    text: () => readWhole(response.body, limits),
    discard: release,
  };
}

function isEventStream(headers: EgressResponse['headers']): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/event-stream');
}

function discard(body: Readable): void {
  body.on('error', () => undefined).destroy(); // destroying it emits an error
}

/** Compression was not asked for: a compressed body could expand to any size. */
function refuseEncoded(headers: EgressResponse['headers'], release: () => void): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  release();
  const message = `the answer is packed as ${String(encoding)}`;
  throw new EgressError('bad_response', message, { connected: true });
}

async function* withEgressErrors(
  body: AsyncIterable<Uint8Array>,
  limits: ResponseLimits,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    throw toReadError(thrown, limits);
  } finally {
    limits.deadline.clear();
  }
}

async function readWhole(body: Readable, limits: ResponseLimits): Promise<string> {
  try {
    const bytes = await collect(body, limits.maxBytes);
    const clean = limits.redactor?.bytes(bytes) ?? bytes;
    return new TextDecoder().decode(clean); // a byte order mark is dropped
  } catch (thrown) {
    throw toReadError(thrown, limits);
  } finally {
    limits.deadline.clear();
  }
}

function toReadError(thrown: unknown, { signal, deadlineMs }: ResponseLimits): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof EgressError) return thrown;
  if (isTimeout(thrown)) return timeoutError(deadlineMs, thrown);
  return new EgressError('bad_response', 'the answer was cut off', {
    cause: thrown,
    connected: true,
    cutOff: true,
  });
}

/** Throws once the body is larger than allowed. */
async function* cappedChunks(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** The whole body, under the same limit. */
function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // A body that has ended already emits no more events.
  if (body.destroyed) reject(body.errored ?? new Error('closed before its end'));
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) body.destroy(tooLarge(maxBytes));
    else chunks.push(chunk);
  });
  body.once('end', () => resolve(Buffer.concat(chunks)));
  body.once('error', reject);
  body.once('close', () => {
    if (!body.readableEnded) reject(new Error('closed before its end'));
  });
  return promise;
}

function tooLarge(maxBytes: number): EgressError {
  return new EgressError('bad_response', `the answer is larger than ${maxBytes} bytes`, {
    connected: true,
  });
}
