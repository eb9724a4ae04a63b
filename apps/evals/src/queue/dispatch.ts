import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from './create-queue.ts';

interface DispatchOptions {
  readonly capacity: number;
  readonly fetch: (limit: number) => Promise<readonly Job[]>;
  /** Starts jobs without waiting for their end. */
  readonly begin: (jobs: readonly Job[]) => Promise<void>;
  /** Number of jobs in work. */
  readonly countActive: () => number;
  /** Called when the capacity is used up: whether more jobs are queued. */
  readonly hasQueuedAttempts: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  /** Looks for jobs at once instead of at the next poll. */
  wake(): void;
  /** Whether more jobs were queued than this worker has capacity for, at the last look. */
  readonly isBehind: boolean;
  /** Starts no more jobs. */
  stop(): Promise<void>;
}

/** Fallback for missed notifications. */
const POLL_MS = 300;
/** A worker fills at most half of its free capacity at once, so that others get their share, but at least this much. */
const MIN_FETCH = 50;

/** Fetches and starts jobs while there is capacity for them. */
export function dispatch(options: DispatchOptions): Dispatcher {
  const { capacity, fetch, begin, countActive, hasQueuedAttempts, onError } = options;
  const stopping = new AbortController();
  let isBehind = false;
  let isWoken = false;
  let wakeUp: (() => void) | undefined;

  async function waitForWake(): Promise<void> {
    if (isWoken || stopping.signal.aborted) return;
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    const timer = setTimeout(() => wakeUp?.(), POLL_MS);
    await woken;
    clearTimeout(timer);
    wakeUp = undefined;
  }

  /** Returns whether more jobs may be queued. */
  async function fetchOnce(): Promise<boolean> {
    const free = capacity - countActive();
    if (free <= 0) {
      isBehind = await hasQueuedAttempts();
      return false;
    }
    const limit = Math.min(free, Math.max(MIN_FETCH, Math.ceil(free / 2)));
    const jobs = await fetch(limit);
    if (jobs.length > 0) await begin(jobs);
    isBehind = false; // there is free capacity, or the next fetch follows at once
    return jobs.length === limit;
  }

  async function keepFetching(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      try {
        if (!(await fetchOnce())) await waitForWake();
      } catch (error) {
        onError(error);
        await wait(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const fetching = keepFetching();
  return {
    wake() {
      isWoken = true;
      wakeUp?.();
    },
    get isBehind() {
      return isBehind;
    },
    async stop() {
      stopping.abort();
      wakeUp?.();
      await fetching;
    },
  };
}
