import type { RunId } from '@assay/contracts';
import { findEnded } from '../../db/runs/find-ended.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { waitOrAbort } from './wait-or-abort.ts';

/** For those who wait until a run is over. */
export interface RunCompletionWaiter {
  /** Resolves once it is over, or the signal says that nobody waits any more. */
  wait(runId: RunId, signal: AbortSignal): Promise<void>;
  onNotification(runId: RunId): void;
  /** There may be completions that nobody told us of. */
  catchUp(): void;
}

const POLL_MS = 1000;

export function createCompletionWaiter(tx: Tx): RunCompletionWaiter {
  const awaited = new Map<RunId, { waiting: number; readonly over: PromiseWithResolvers<void> }>();

  function onNotification(runId: RunId): void {
    awaited.get(runId)?.over.resolve();
    awaited.delete(runId);
  }

  async function look(runIds: readonly RunId[]): Promise<void> {
    if (runIds.length === 0) return;
    for (const runId of await findEnded(tx, runIds)) onNotification(runId);
  }

  function catchUp(): void {
    look([...awaited.keys()]).catch(() => undefined); // and look again in a moment
  }
  setInterval(catchUp, POLL_MS).unref();

  return {
    onNotification,
    catchUp,
    async wait(runId, signal) {
      const entry = awaited.get(runId) ?? { waiting: 0, over: Promise.withResolvers<void>() };
      awaited.set(runId, entry);
      entry.waiting += 1;
      try {
        await look([runId]).catch(() => undefined);
        await waitOrAbort(entry.over.promise, signal);
      } finally {
        entry.waiting -= 1;
        if (entry.waiting === 0 && awaited.get(runId) === entry) awaited.delete(runId);
      }
    },
  };
}
