import type { RunId } from '@fairtrial/contracts';
import { findEndedRuns } from '../../db/runs/end-run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';

export interface RunCompletionWaiter {
  /** Resolves when the run has ended or the signal aborts. */
  wait(runId: RunId, signal: AbortSignal): Promise<void>;
  onNotification(runId: RunId): void;
  /** Called when notifications may have been missed. */
  catchUp(): void;
}

/** Fallback for missed notifications. */
const POLL_MS = 1000;

export function createCompletionWaiter(tx: SqlExecutor): RunCompletionWaiter {
  const awaited = new Map<RunId, { waiters: number; readonly end: PromiseWithResolvers<void> }>();

  function onNotification(runId: RunId): void {
    awaited.get(runId)?.end.resolve();
    awaited.delete(runId);
  }

  async function poll(runIds: readonly RunId[]): Promise<void> {
    if (runIds.length === 0) return;
    for (const runId of await findEndedRuns(tx, runIds)) onNotification(runId);
  }

  function catchUp(): void {
    poll([...awaited.keys()]).catch(() => undefined); // the next poll retries
  }
  setInterval(catchUp, POLL_MS).unref();

  return {
    onNotification,
    catchUp,
    async wait(runId, signal) {
      const entry = awaited.get(runId) ?? { waiters: 0, end: Promise.withResolvers<void>() };
      awaited.set(runId, entry);
      entry.waiters += 1;
      try {
        await poll([runId]).catch(() => undefined);
        await waitOrAbort(entry.end.promise, signal);
      } finally {
        entry.waiters -= 1;
        if (entry.waiters === 0 && awaited.get(runId) === entry) awaited.delete(runId);
      }
    },
  };
}

/** Resolves when the promise settles or the signal aborts. Leaves no listener behind. */
export async function waitOrAbort(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const stop = (): void => aborted.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
