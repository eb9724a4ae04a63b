import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { EgressError, toReadError, tooLarge } from './egress-error.ts';
import { EVENT_LIMITS, guardEvents } from './guard-events.ts';
import type { Redactor } from './redact-secret.ts';
import type { Deadline } from './start-deadline.ts';

export interface EgressResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly text: () => Promise<string>;
  /** Must be called if the body is not read. */
  readonly discard: () => void;
}

interface ResponseLimits {
  readonly deadline: Deadline;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** Removes the secret that was sent with the request. */
  readonly redactor: Redactor | undefined;
  /** The caller's signal. */
  readonly signal: AbortSignal;
}

/** Wraps a response: enforces size and time limits and redacts the secret that was sent with the request. */
export function guardResponse(
  response: Dispatcher.ResponseData,
  limits: ResponseLimits,
): EgressResponse {
  const { statusCode: status } = response;
  const { redactor } = limits;
  // Endpoints can echo the secret in headers as well as in the body.
  const headers = redactor?.headers(response.headers) ?? response.headers;
  const release = (): void => {
    limits.deadline.clear();
    discard(response.body);
  };
  try {
    refuseEncoded(headers);
  } catch (error) {
    release();
    throw error;
  }
  const capped = cappedChunks(response.body, limits.maxBytes);
  const clean = redactor?.chunks(capped) ?? capped;
  const body = isEventStream(headers)
    ? guardEvents({ chunks: clean, discard: release }, EVENT_LIMITS)
    : clean;
  return {
    status,
    headers,
    body: withEgressErrors(body, limits),
    text: () => readText(withEgressErrors(clean, limits)),
    discard: release,
  };
}

function isEventStream(headers: EgressResponse['headers']): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/event-stream');
}

function discard(body: Readable): void {
  body.on('error', () => undefined).destroy(); // destroy() emits an error
}

/** Throws if the body is compressed: egress requests no compression, and a compressed body could expand to any size. */
export function refuseEncoded(headers: EgressResponse['headers']): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  const message = `the answer has the unsupported content encoding ${String(encoding)}`;
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

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks)); // drops a byte order mark
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
