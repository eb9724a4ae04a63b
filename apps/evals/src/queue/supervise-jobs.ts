import { setTimeout as wait } from 'node:timers/promises';

interface SuperviseOptions {
  /** Gives jobs without a heartbeat to other workers. */
  readonly requeueAbandoned: () => Promise<void>;
  /** Throws while the queue is not writable. */
  readonly checkWritable: () => Promise<void>;
  readonly onError: (error: Error) => void;
}

const INTERVAL_MS = 1000;
/** Longer than a worker takes to send its next heartbeat and to store its buffered answers. */
const GRACE_MS = 6000;
/** If this process itself was paused for this long, it may have missed heartbeats, too. */
const LATE_MS = 3000;

/**
 * Looks for abandoned jobs every second. After a time without a writable database every job looks abandoned, although
 * its worker is alive and has an answer to store. Requeueing it would pay for that answer again, so workers get a grace
 * period first.
 */
export function superviseJobs(options: SuperviseOptions): AsyncDisposable {
  const { requeueAbandoned, checkWritable, onError } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let usableSince: number | undefined;

  async function superviseOnce(lateMs: number): Promise<void> {
    if (lateMs > LATE_MS) usableSince = undefined;
    try {
      await checkWritable();
      usableSince ??= performance.now();
      if (performance.now() - usableSince >= GRACE_MS) await requeueAbandoned();
    } catch (error) {
      usableSince = undefined;
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async function keepSupervising(): Promise<void> {
    for (let last = performance.now(); !signal.aborted; last = performance.now()) {
      await wait(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await superviseOnce(performance.now() - last - INTERVAL_MS);
    }
  }

  const supervising = keepSupervising();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await supervising;
    },
  };
}
