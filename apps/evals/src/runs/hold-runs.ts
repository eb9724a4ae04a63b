import type { RunId } from '@assay/contracts';
import type { Endpoint } from '@assay/models';
import { findRun } from '../db/find-run.ts';
import type { Run } from '../db/run.ts';
import type { Tx } from '../db/tx.ts';
import { whileAway } from '../db/while-away.ts';

/** A run that lanes of this process play: what one of them finds out about its endpoint, the others need not. */
export interface HeldRun {
  readonly run: Run;
  readonly endpoint: Endpoint;
}

export interface HeldRuns {
  /** Undefined where it was deleted meanwhile. Each one that is taken is let go again. */
  take(id: RunId): Promise<HeldRun | undefined>;
  letGo(id: RunId): void;
}

interface Options {
  readonly tx: Tx;
  readonly createEndpoint: (run: Run) => Endpoint;
  readonly signal: AbortSignal;
}

export function holdRuns({ tx, createEndpoint, signal }: Options): HeldRuns {
  const held = new Map<RunId, { lanes: number; readonly found: Promise<HeldRun | undefined> }>();

  async function find(id: RunId): Promise<HeldRun | undefined> {
    const run = await whileAway(() => findRun(tx, id), signal);
    return run && { run, endpoint: createEndpoint(run) };
  }

  return {
    take(id) {
      const entry = held.get(id) ?? { lanes: 0, found: find(id) };
      entry.lanes += 1;
      held.set(id, entry);
      return entry.found;
    },
    letGo(id) {
      const entry = held.get(id);
      if (entry === undefined) return;
      entry.lanes -= 1;
      if (entry.lanes === 0) held.delete(id);
    },
  };
}
