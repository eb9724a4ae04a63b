import type { FailedTry } from './failed-try.ts';

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
