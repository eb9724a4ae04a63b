import type { RunId } from '@assay/contracts';
import type { Endpoint } from '@assay/models';
import { findRun } from '../../db/runs/find-run.ts';
import type { Run } from '../../db/runs/run.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';

/** A run that lanes of this process play: what one of them finds out about its endpoint, the others need not. */
export interface CachedRun {
  readonly run: Run;
  readonly endpoint: Endpoint;
}

export interface RunCache {
  /** Undefined where it was deleted meanwhile. Each one that is taken is let go again. */
  take(id: RunId): Promise<CachedRun | undefined>;
  release(id: RunId): void;
}

interface Options {
  readonly tx: Tx;
  readonly createEndpoint: (run: Run) => Endpoint;
  readonly signal: AbortSignal;
}

export function createRunCache({ tx, createEndpoint, signal }: Options): RunCache {
  const held = new Map<RunId, { lanes: number; readonly found: Promise<CachedRun | undefined> }>();

  async function find(id: RunId): Promise<CachedRun | undefined> {
    const run = await retryWhileUnavailable(() => findRun(tx, id), signal);
    return run && { run, endpoint: createEndpoint(run) };
  }

  return {
    take(id) {
      const entry = held.get(id) ?? { lanes: 0, found: find(id) };
      entry.lanes += 1;
      held.set(id, entry);
      return entry.found;
    },
    release(id) {
      const entry = held.get(id);
      if (entry === undefined) return;
      entry.lanes -= 1;
      if (entry.lanes === 0) held.delete(id);
    },
  };
}
