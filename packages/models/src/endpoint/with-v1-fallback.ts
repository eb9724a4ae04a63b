/** Sends to a base URL, and once more below `/v1` where that was missing. */
export type SendToBase<R> = (send: (base: string) => Promise<R>) => Promise<R>;

/**
 * A base URL may be given with or without `/v1`. Where it is given without and nothing is found, it is
 * tried with it once, and what worked is remembered.
 */
export function findV1<R extends { readonly status: number }>(
  baseUrl: string,
  discard: (response: R) => unknown,
): SendToBase<R> {
  const base = withoutSlash(baseUrl);
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

/** The same for libraries that want a `fetch`. */
export function withV1Fallback(baseUrl: string, fetchFrom: typeof fetch): typeof fetch {
  const { length } = withoutSlash(baseUrl);
  const toBase = findV1<Response>(baseUrl, (response) => response.body?.cancel());
  return (input, init) => {
    const path = (input instanceof Request ? input.url : String(input)).slice(length);
    return toBase((base) => fetchFrom(base + path, init));
  };
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
