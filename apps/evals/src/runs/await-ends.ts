import type { RunId } from '@assay/contracts';
import { findEnded } from '../db/find-ended.ts';
import type { Tx } from '../db/tx.ts';
import { orAborted } from './or-aborted.ts';

/** For those who wait until a run is over. */
export interface RunEnds {
  /** Resolves once it is over, or the signal says that nobody waits any more. */
  wait(runId: RunId, signal: AbortSignal): Promise<void>;
  hear(runId: RunId): void;
  /** There may be ends that nobody told us of. */
  catchUp(): void;
}

const LOOK_MS = 1000;

export function awaitEnds(tx: Tx): RunEnds {
  const awaited = new Map<RunId, { waiting: number; readonly over: PromiseWithResolvers<void> }>();

  function hear(runId: RunId): void {
    awaited.get(runId)?.over.resolve();
    awaited.delete(runId);
  }

  async function look(runIds: readonly RunId[]): Promise<void> {
    if (runIds.length === 0) return;
    for (const runId of await findEnded(tx, runIds)) hear(runId);
  }

  function catchUp(): void {
    look([...awaited.keys()]).catch(() => undefined); // and look again in a moment
  }
  setInterval(catchUp, LOOK_MS).unref();

  return {
    hear,
    catchUp,
    async wait(runId, signal) {
      const entry = awaited.get(runId) ?? { waiting: 0, over: Promise.withResolvers<void>() };
      awaited.set(runId, entry);
      entry.waiting += 1;
      try {
        await look([runId]).catch(() => undefined);
        await orAborted(entry.over.promise, signal);
      } finally {
        entry.waiting -= 1;
        if (entry.waiting === 0 && awaited.get(runId) === entry) awaited.delete(runId);
      }
    },
  };
}
