import { ApiError, originOf, toApiError, toUnreachable } from './api-error.ts';
import { backoff, wait } from './wait.ts';

/** A request without the base URL. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Sender {
  /** Sends the request once, without retries. */
  open(request: ApiRequest): Promise<Response>;
  /** Retries idempotent requests after retryable errors. Errors while reading the response are retried too. */
  send<T>(request: ApiRequest, read: (response: Response) => Promise<T>): Promise<T>;
  json<T>(request: ApiRequest): Promise<T>;
}

export interface SenderOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Maximum number of retries of idempotent requests. Default: 3. */
  readonly retries?: number | undefined;
}

const MAX_WAIT_MS = 5000;
const MAX_RETRY_AFTER_MS = 60_000;

export function createSender(options: SenderOptions): Sender {
  const { apiKey, retries = 3 } = options;
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  const base = options.baseUrl.replace(/\/+$/, '');

  async function open(request: ApiRequest): Promise<Response> {
    const { method = 'GET', path, query = {}, headers = {}, body, signal } = request;
    const url = `${base}${path}${toQueryString(query)}`;
    const response = await send(url, {
      method,
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((thrown: unknown) => {
      throw toCallError(thrown, request, url);
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  }

  async function sendWithRetries<T>(
    request: ApiRequest,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        const response = await open(request);
        return await read(response).catch((thrown: unknown) => {
          throw toCallError(thrown, request, response.url);
        });
      } catch (error) {
        if (failures > retries || !isSafeToRepeat(request) || !isRetryable(error)) throw error;
        await wait(retryDelay(error, failures), request.signal);
      }
    }
  }

  return {
    open,
    send: sendWithRetries,
    json: <T>(request: ApiRequest) =>
      sendWithRetries(request, async (response) => (await response.json()) as T),
  };
}

/** Keeps the caller's abort reason. Invalid JSON means that another server answered; other errors are network errors. */
function toCallError(thrown: unknown, { signal }: ApiRequest, url: string): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (thrown instanceof ApiError) return thrown;
  if (!(thrown instanceof SyntaxError)) return toUnreachable(url, thrown);
  return new ApiError({
    status: 200,
    code: 'bad_answer',
    title: 'Unexpected response',
    detail: `${originOf(url)} answered with something other than JSON: is the address correct?`,
    cause: thrown,
  });
}

/** True if sending the request twice has the same effect as sending it once. */
function isSafeToRepeat({ method = 'GET', path, headers = {} }: ApiRequest): boolean {
  // A plan is not stored.
  return method === 'GET' || method === 'PUT' || path === '/plan' || 'idempotency-key' in headers;
}

/** True if the connection failed or was lost, or for 429 and 503 with `Retry-After`. */
export function isRetryable(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'unreachable') return true;
  return [429, 503].includes(error.status) && error.retryAfterMs !== undefined;
}

export function retryDelay({ retryAfterMs }: ApiError, failures: number): number {
  const least = backoff(failures, MAX_WAIT_MS);
  return Math.max(least, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

function toQueryString(query: NonNullable<ApiRequest['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
