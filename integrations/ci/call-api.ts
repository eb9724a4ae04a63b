interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly body?: unknown;
}

const TIMEOUT_MS = 30_000;

/** Sends one request to the API of a code host. An error message never contains the token. */
export async function callApi({ url, headers, method = 'GET', body }: Call): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error', // the token is only for this address
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
