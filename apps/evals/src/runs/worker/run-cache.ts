import type { RunId } from '@assay/contracts';
import type { Endpoint } from '@assay/models';
import { findRun } from '../../db/runs/find-run.ts';
import type { Run } from '../../db/runs/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';

/** A run and its endpoint, shared by all lanes of this process that play it. */
export interface CachedRun {
  readonly run: Run;
  readonly endpoint: Endpoint;
}

export interface RunCache {
  /** `undefined` if the run was deleted. Every call must be followed by one of `release`. */
  acquire(id: RunId): Promise<CachedRun | undefined>;
  release(id: RunId): void;
}

interface Options {
  readonly tx: SqlExecutor;
  readonly createEndpoint: (run: Run) => Endpoint;
  readonly signal: AbortSignal;
}

export function createRunCache({ tx, createEndpoint, signal }: Options): RunCache {
  const cached = new Map<
    RunId,
    { lanes: number; readonly found: Promise<CachedRun | undefined> }
  >();

  async function find(id: RunId): Promise<CachedRun | undefined> {
    const run = await retryWhileUnavailable(() => findRun(tx, id), signal);
    return run && { run, endpoint: createEndpoint(run) };
  }

  return {
    acquire(id) {
      const entry = cached.get(id) ?? { lanes: 0, found: find(id) };
      entry.lanes += 1;
      cached.set(id, entry);
      return entry.found;
    },
    release(id) {
      const entry = cached.get(id);
      if (entry === undefined) return;
      entry.lanes -= 1;
      if (entry.lanes === 0) cached.delete(id);
    },
  };
}
