import { ApiError, originOf, toApiError, toUnreachable } from './api-error.ts';
import { backoff, wait } from './wait.ts';

/** A request before it is known where it goes. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Sender {
  /** One try. */
  open(ask: Ask): Promise<Response>;
  /** Tries again where that can help and does no harm; the answer is read by the time it is given. */
  send<T>(ask: Ask, read: (response: Response) => Promise<T>): Promise<T>;
  json<T>(ask: Ask): Promise<T>;
}

export interface SenderOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How often a request that may be sent again is; 3 where absent. */
  readonly retries?: number | undefined;
}

const MAX_WAIT_MS = 5000;
const MAX_RETRY_AFTER_MS = 60_000;

/** One service: where it is, and who asks. */
export function createSender(options: SenderOptions): Sender {
  const { apiKey, retries = 3 } = options;
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  const base = options.baseUrl.replace(/\/+$/, '');

  async function open(ask: Ask): Promise<Response> {
    const { method = 'GET', path, query = {}, headers = {}, body, signal } = ask;
    const url = `${base}${path}${toSearch(query)}`;
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
      throw asFault(thrown, ask, url);
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  }

  async function sendAgain<T>(ask: Ask, read: (response: Response) => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        const response = await open(ask);
        return await read(response).catch((thrown: unknown) => {
          throw asFault(thrown, ask, response.url);
        });
      } catch (error) {
        if (failures > retries || !isSafe(ask) || !canHeal(error)) throw error;
        await wait(pauseAfter(error, failures), ask.signal);
      }
    }
  }

  return {
    open,
    send: sendAgain,
    json: <T>(ask: Ask) => sendAgain(ask, async (response) => (await response.json()) as T),
  };
}

/** Told to stop is told to stop; an answer that is no JSON is one of somebody else's; the rest is the network. */
function asFault(thrown: unknown, { signal }: Ask, url: string): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (thrown instanceof ApiError) return thrown;
  if (!(thrown instanceof SyntaxError)) return toUnreachable(url, thrown);
  return new ApiError({
    status: 200,
    code: 'bad_answer',
    title: 'No answer of ours',
    detail: `${originOf(url)} answered with something that is not JSON: is it the right address?`,
    cause: thrown,
  });
}

/** Asking twice must not do anything twice. */
function isSafe({ method = 'GET', headers = {} }: Ask): boolean {
  return method === 'GET' || 'idempotency-key' in headers;
}

/** A connection that was not there or was lost, and whoever says when to come back. */
export function canHeal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'unreachable') return true;
  return [429, 503].includes(error.status) && error.retryAfterMs !== undefined;
}

export function pauseAfter({ retryAfterMs }: ApiError, failures: number): number {
  const least = backoff(failures, MAX_WAIT_MS);
  return Math.max(least, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

function toSearch(query: NonNullable<Ask['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
