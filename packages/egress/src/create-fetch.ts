import type { Credentials } from './credentials.ts';
import type { Egress } from './create-egress.ts';

interface FetchOptions {
  readonly credentials: Credentials;
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** Statuses with which a Response refuses to have a body. */
const NO_BODY = new Set([204, 205, 304]);

/** `fetch` for libraries that want one: the same way out, with the same guards. */
export function createFetch(egress: Egress, options: FetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const response = await egress.open({
      url: input instanceof Request ? input.url : String(input),
      method: init.method === 'GET' || init.method === undefined ? 'GET' : 'POST',
      headers: withoutCredentials(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      signal: init.signal ?? new AbortController().signal,
      ...options,
    });
    const body = NO_BODY.has(response.status) ? null : ReadableStream.from(response.body);
    return new Response(body, {
      status: response.status,
      headers: toHeaders(response.headers),
    });
  };
}

/** A library's idea of a key never leaves: secrets are attached by their binding alone. */
function withoutCredentials(headers: Headers): Record<string, string> {
  headers.delete('authorization');
  headers.delete('x-api-key');
  headers.delete('accept-encoding');
  return Object.fromEntries(headers);
}

function toHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) result.append(name, item);
  }
  return result;
}
