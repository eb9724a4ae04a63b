import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from './create-queue.ts';
import type { FairShares, FetchPlan } from './fair-shares.ts';
import type { FetchedJobs } from './job-statements.ts';

interface DispatchOptions {
  readonly shares: Pick<FairShares, 'planFetch'>;
  /** Also called if no job can be started, to see if jobs wait. */
  readonly fetch: (plan: FetchPlan) => Promise<FetchedJobs<Job>>;
  /** Starts jobs without waiting for their end. */
  readonly begin: (jobs: readonly Job[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface Dispatcher {
  /** Fetches at once instead of at the next poll. */
  wake(): void;
  /** True if, at the last fetch, this project had reached its maximum number of active jobs while more were queued. */
  isBehind(project: string): boolean;
  stop(): Promise<void>;
}

/** Fallback for missed notifications. */
const POLL_MS = 300;

/** Fetches and starts jobs while there is capacity for them. */
export function dispatch(options: DispatchOptions): Dispatcher {
  const { shares, fetch, begin, onError } = options;
  const stopping = new AbortController();
  let behind: ReadonlySet<string> = new Set();
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

  /** Returns true if more jobs may be queued. */
  async function fetchOnce(): Promise<boolean> {
    const plan = shares.planFetch();
    const { limit, fullProjects } = plan;
    const { jobs, isWaitedFor } = await fetch(plan);
    if (jobs.length > 0) await begin(jobs);
    if (jobs.length > 0 && jobs.length === limit) return true;
    behind = new Set(isWaitedFor ? fullProjects : []);
    return false;
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
    isBehind: (project) => behind.has(project),
    async stop() {
      stopping.abort();
      wakeUp?.();
      await fetching;
    },
  };
}
