import {
  isPermanent,
  parseJson,
  Problem,
  type EndpointErrorKind,
  type JsonPointer,
  type SessionId,
} from '@fairtrial/contracts';
import { EgressError, type EgressResponse } from '@fairtrial/egress';
import { setTimeout as wait } from 'node:timers/promises';

export interface FailedTry {
  readonly state: 'failed';
  readonly kind: EndpointErrorKind;
  readonly status: number | null;
  readonly message: string;
  /** True if a connection was made. Without one, the endpoint did and billed nothing. */
  readonly reached: boolean;
  /** True if the connection was lost during the request; a retry may succeed. */
  readonly cutOff: boolean;
  /** True if the endpoint reported that the same request would fail again. */
  readonly permanent: boolean;
  /** The response's `Retry-After` header, unparsed. */
  readonly retryAfter: string | undefined;
  /** Set if the response has no readable reply: the likely location of the reply, or null if there is no candidate. */
  readonly proposedReply?: JsonPointer | null | undefined;
  /** Set if the response has no session id: its likely location, or null if there is no candidate. */
  readonly proposedSession?: JsonPointer | null | undefined;
  /** The id of the session in a response without a readable reply; `undefined` if it has none. */
  readonly session?: SessionId | undefined;
}

export function failedTry(
  failure: Pick<FailedTry, 'kind' | 'status' | 'message'> & Partial<FailedTry>,
): FailedTry {
  const usual = { reached: true, cutOff: false, permanent: false, retryAfter: undefined };
  return { state: 'failed', ...usual, ...failure };
}

/** Converts an egress error: the response is missing or incomplete. */
export function failedTryFromEgress({ kind, message, connected, cutOff }: EgressError): FailedTry {
  return failedTry({ kind, status: null, message, reached: connected, cutOff });
}

/** `undefined` for a success. */
export function errorKindForStatus(status: number): EndpointErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 400 ? 'http' : 'bad_response';
}

const REASONS: Readonly<Partial<Record<number, string>>> = {
  404: 'there is nothing at this address, or no such model',
  405: 'this address does not accept such requests',
  415: 'the endpoint does not accept JSON, and form-encoded APIs are not supported',
};

export function messageForStatus(status: number, body: string): string {
  if (status >= 300 && status < 400 && status !== 304) {
    return `the endpoint redirects (HTTP ${status}), and redirects are not followed`;
  }
  const said = body.trim().slice(0, 300);
  const reason = REASONS[status] ?? 'the endpoint refused the request';
  return `${reason} (HTTP ${status})${said === '' ? '' : `: ${said}`}`;
}

/**
 * True if an error response states that a retry cannot help: through the `x-should-retry` header that OpenAI's clients
 * support, or as a problem document with one of Fairtrial's permanent codes.
 */
export function isPermanentError(
  { headers }: Pick<EgressResponse, 'headers'>,
  body: string,
): boolean {
  if (headers['x-should-retry'] === 'false') return true;
  if (!String(headers['content-type']).startsWith('application/problem+json')) return false;
  const { data } = Problem.safeParse(parseJson(body));
  return data !== undefined && isPermanent(data.code);
}

/** Returns the response of a successful request, otherwise the failure. */
export async function openOrFail(
  send: () => Promise<EgressResponse>,
): Promise<EgressResponse | FailedTry> {
  try {
    const response = await send();
    const { status, headers } = response;
    const kind = errorKindForStatus(status);
    if (kind === undefined) return response;
    const body = await response.text();
    const message = messageForStatus(status, body);
    const retryAfter = [headers['retry-after'] ?? []].flat()[0];
    return failedTry({
      kind,
      status,
      message,
      retryAfter,
      permanent: isPermanentError(response, body),
    });
  } catch (thrown) {
    if (!(thrown instanceof EgressError)) throw thrown;
    return failedTryFromEgress(thrown);
  }
}

const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504, 529]);

const RECONNECT_MS = 200;
const FIRST_MS = 500;
const MAX_MS = 20_000;
const MAX_RETRY_AFTER_MS = 60_000;
const JITTER = 0.05;

export interface RetryState {
  readonly tries: number;
  /** Maximum number of retries if the endpoint was reached. */
  readonly retries: number;
  readonly random: () => number;
  readonly now: () => number;
}

interface RetryRules {
  /** Maximum number of retries if the endpoint was reached. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** False if there is no retry after a pause of this length. */
  readonly mayPause: (ms: number) => boolean | Promise<boolean>;
}

/** Tries until one try succeeds or a retry cannot help. Returns the result of the last try. */
export async function retry<T extends object>(
  send: () => Promise<T | FailedTry>,
  { retries, signal, mayPause }: RetryRules,
): Promise<{ readonly answer: T | FailedTry; readonly tries: number }> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    const pause = isFailed(answer)
      ? retryPause(answer, { tries, retries, random: Math.random, now: Date.now })
      : undefined;
    if (pause === undefined || !(await mayPause(pause))) return { answer, tries };
    try {
      await wait(pause, undefined, { signal });
    } catch (cause) {
      signal.throwIfAborted();
      throw cause;
    }
  }
}

function isFailed(answer: object): answer is FailedTry {
  return 'state' in answer && answer.state === 'failed';
}

/**
 * Returns the pause before the next try in ms; `undefined` if a retry cannot help. Uses full jitter, so that clients
 * that failed together do not retry together.
 */
export function retryPause(failure: FailedTry, state: RetryState): number | undefined {
  const { tries, retries, random, now } = state;
  if (!failure.reached)
    return tries === 1 && mayConnect(failure) ? random() * RECONNECT_MS : undefined;
  if (tries > retries || failure.permanent) return undefined;
  const isTransient =
    failure.cutOff || (failure.status !== null && TRANSIENT_STATUSES.has(failure.status));
  if (!isTransient) return undefined;
  const jittered = random() * Math.min(MAX_MS, FIRST_MS * 2 ** (tries - 1));
  const asked = readRetryAfter(failure.retryAfter, now());
  if (asked === undefined) return jittered;
  // Add jitter: other callers received the same Retry-After.
  return asked > MAX_RETRY_AFTER_MS
    ? undefined
    : asked + random() * Math.min(RECONNECT_MS, asked * JITTER);
}

function mayConnect({ kind }: FailedTry): boolean {
  return kind === 'connect' || kind === 'timeout';
}

/** Parses seconds or an HTTP date; `undefined` for anything else. */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
