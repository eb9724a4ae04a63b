import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from './job.ts';

interface DispatchOptions {
  readonly capacity: number;
  readonly fetch: (most: number) => Promise<readonly Job[]>;
  /** Begins jobs; what they come to is not the dispatcher's business. */
  readonly begin: (jobs: readonly Job[]) => Promise<void>;
  /** How many are under way. */
  readonly underWay: () => number;
  /** Asked when there is no room: whether anything stands in line. */
  readonly isWaiting: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  /** There may be something to do. */
  wake(): void;
  /** Whether there was more to do than we have room for when we last looked. */
  readonly isBehind: boolean;
  /** No more jobs are begun. */
  stop(): Promise<void>;
}

/** Looked for also where nobody said that there is anything. */
const POLL_MS = 300;
/** No more than half of the room is filled at once, so that several workers get their share; unless that is little. */
const FEW = 50;

/** Takes jobs as long as there is room for them. */
export function dispatch(options: DispatchOptions): Dispatcher {
  const { capacity, fetch, begin, underWay, isWaiting, onError } = options;
  const stopping = new AbortController();
  let isBehind = false;
  let isWoken = false;
  let alarm: (() => void) | undefined;

  async function nap(): Promise<void> {
    if (isWoken || stopping.signal.aborted) return;
    const woken = new Promise<void>((resolve) => {
      alarm = resolve;
    });
    const timer = setTimeout(() => alarm?.(), POLL_MS);
    await woken;
    clearTimeout(timer);
    alarm = undefined;
  }

  /** Says whether there may be more. */
  async function look(): Promise<boolean> {
    const room = capacity - underWay();
    if (room <= 0) {
      isBehind = await isWaiting();
      return false;
    }
    const most = Math.min(room, Math.max(FEW, Math.ceil(room / 2)));
    const jobs = await fetch(most);
    if (jobs.length > 0) await begin(jobs);
    isBehind = false; // there is room, or we look again at once
    return jobs.length === most;
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      try {
        if (!(await look())) await nap();
      } catch (error) {
        onError(error);
        await wait(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const looking = keepLooking();
  return {
    wake() {
      isWoken = true;
      alarm?.();
    },
    get isBehind() {
      return isBehind;
    },
    async stop() {
      stopping.abort();
      alarm?.();
      await looking;
    },
  };
}
