/**
 * A base URL may be given with or without `/v1`. Where it is given without and nothing is found, it is
 * tried with it once, and what worked is remembered.
 */
export function withV1Fallback(baseUrl: string, fetchFrom: typeof fetch): typeof fetch {
  const base = withoutSlash(baseUrl);
  let prefix = base;
  return async (input, init) => {
    const path = (input instanceof Request ? input.url : String(input)).slice(base.length);
    const asked = prefix;
    const response = await fetchFrom(asked + path, init);
    if (response.status !== 404 || asked !== base || base.endsWith('/v1')) return response;
    const second = await fetchFrom(`${base}/v1${path}`, init);
    if (second.status === 404) {
      await second.body?.cancel();
      return response;
    }
    prefix = `${base}/v1`;
    await response.body?.cancel();
    return second;
  };
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
