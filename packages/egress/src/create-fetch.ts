import type { Egress } from './create-egress.ts';
import type { Credentials } from './credentials.ts';
import type { EgressResponse } from './guard-response.ts';

interface FetchOptions {
  readonly credentials: Credentials;
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** Statuses for which the `Response` constructor rejects a body. */
const NO_BODY = new Set([204, 205, 304]);

/** A `fetch` for libraries that need one; it goes through the same egress guards. */
export function createFetch(egress: Egress, options: FetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const response = await egress.open({
      url: input instanceof URL ? input.href : asText(input),
      method: toMethod(init.method),
      headers: withoutCredentials(new Headers(init.headers)),
      ...(init.body === undefined || init.body === null ? {} : { body: asText(init.body) }),
      signal: init.signal ?? new AbortController().signal,
      ...options,
    });
    const isEmpty = NO_BODY.has(response.status);
    if (isEmpty) response.discard();
    return new Response(isEmpty ? null : toStream(response), {
      status: response.status,
      headers: toHeaders(response.headers),
    });
  };
}

/** The libraries that use this `fetch` only send URLs and bodies as strings; any other type throws. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('this fetch takes an address and a body of text');
}

function toMethod(method = 'GET'): 'GET' | 'POST' | 'DELETE' {
  if (method === 'GET' || method === 'POST' || method === 'DELETE') return method;
  throw new TypeError(`this fetch does not ${method}`);
}

function toStream({ body, discard }: EgressResponse): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: discard,
  });
}

/** Drops credentials that the library set itself: secrets are only attached through their binding. */
function withoutCredentials(headers: Headers): Record<string, string> {
  headers.delete('authorization');
  headers.delete('x-api-key');
  headers.delete('accept-encoding');
  return Object.fromEntries(headers);
}

function toHeaders(headers: EgressResponse['headers']): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) result.append(name, item);
  }
  return result;
}
