import type { FailedTry } from './failed-try.ts';

/** What may be gone by the next time. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504, 529]);

const QUICK_MS = 200;
const FIRST_MS = 500;
const MAX_MS = 20_000;
const MAX_RETRY_AFTER_MS = 60_000;
const APART = 0.05;

export interface RetryState {
  /** Tries made so far. */
  readonly tries: number;
  /** Retries allowed where the endpoint was reached. */
  readonly retries: number;
  readonly random: () => number;
  readonly now: () => number;
}

/**
 * How long to wait before the next try; undefined where there is no use in one. Full jitter, so that
 * many who failed together do not come back together.
 */
export function retryPause(failure: FailedTry, state: RetryState): number | undefined {
  const { tries, retries, random, now } = state;
  if (!failure.reached) return tries === 1 && mayConnect(failure) ? random() * QUICK_MS : undefined;
  if (tries > retries || failure.final) return undefined;
  const heals = failure.cutOff || (failure.status !== null && TRANSIENT.has(failure.status));
  if (!heals) return undefined;
  const jittered = random() * Math.min(MAX_MS, FIRST_MS * 2 ** (tries - 1));
  const asked = readRetryAfter(failure.retryAfter, now());
  if (asked === undefined) return jittered;
  // What was asked for, and a little apart from the others who were asked the same.
  return asked > MAX_RETRY_AFTER_MS
    ? undefined
    : asked + random() * Math.min(QUICK_MS, asked * APART);
}

function mayConnect({ kind }: FailedTry): boolean {
  return kind === 'connect' || kind === 'timeout';
}

/** Seconds or a date; anything else says nothing. */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
