/** Sends to a base URL, and once more below `/v1` on 404. */
export type SendToBase<R> = (send: (base: string) => Promise<R>) => Promise<R>;

/**
 * A base URL may be given with or without `/v1`. On 404 without `/v1`, the request is sent once more with `/v1`, and
 * the variant that worked is remembered.
 */
export function createV1Fallback<R extends { readonly status: number }>(
  baseUrl: string,
  discard: (response: R) => unknown,
): SendToBase<R> {
  const base = withoutTrailingSlash(baseUrl);
  let prefix = base;
  return async (send) => {
    const asked = prefix;
    const response = await send(asked);
    if (response.status !== 404 || asked !== base || base.endsWith('/v1')) return response;
    const second = await send(`${base}/v1`);
    if (second.status === 404) {
      await discard(second);
      return response;
    }
    prefix = `${base}/v1`;
    await discard(response);
    return second;
  };
}

/** `createV1Fallback` for libraries that need a `fetch`. */
export function fetchWithV1Fallback(baseUrl: string, fetchFrom: typeof fetch): typeof fetch {
  const { length } = withoutTrailingSlash(baseUrl);
  const toBase = createV1Fallback<Response>(baseUrl, (response) => response.body?.cancel());
  return (input, init) => {
    const path = (input instanceof Request ? input.url : String(input)).slice(length);
    return toBase((base) => fetchFrom(base + path, init));
  };
}

export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
