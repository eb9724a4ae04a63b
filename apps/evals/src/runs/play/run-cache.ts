import type { RunId } from '@fairtrial/contracts';
import type { Endpoint } from '@fairtrial/models';
import type { AskUser } from '@fairtrial/scorers';
import { reserveCall } from '../../db/attempts/call-budget.ts';
import { findRun } from '../../db/runs/find-run.ts';
import type { Run } from '../../entities/run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { UserServices } from './user-player.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';

/** A run and its endpoint, shared by all lanes of this process that play it. */
export interface CachedRun {
  readonly run: Run;
  readonly endpoint: Endpoint;
  /** Plays the simulated users; `undefined` if the run has none. */
  readonly users: UserServices | undefined;
  /** With a budget: reserves one more call; returns false if none is left. */
  readonly reserveCall: (() => Promise<boolean>) | undefined;
}

export interface RunCache {
  /** `undefined` if the run was deleted. Every call must be paired with a call of `release`. */
  acquire(id: RunId): Promise<CachedRun | undefined>;
  release(id: RunId): void;
}

interface Options {
  readonly tx: SqlExecutor;
  readonly createEndpoint: (run: Run) => Endpoint;
  /** Returns the model that plays the simulated users of a run. */
  readonly createUser: (run: Run) => AskUser;
  readonly signal: AbortSignal;
}

interface Entry {
  lanes: number;
  readonly found: Promise<CachedRun | undefined>;
  /** Time that the entry is kept without a lane. */
  keepMs: number;
  timer?: NodeJS.Timeout;
}

/**
 * Longer than the time until the next attempt is claimed. The endpoint remembers which of its addresses answered and if
 * it is reachable; finding that out again for each attempt would cost calls.
 */
const KEEP_MS = 1000;

export function createRunCache({ tx, createEndpoint, createUser, signal }: Options): RunCache {
  const cached = new Map<RunId, Entry>();

  async function find(id: RunId): Promise<CachedRun | undefined> {
    const run = await retryWhileUnavailable(() => findRun(tx, id), signal);
    if (run === undefined) return undefined;
    const entry = cached.get(id);
    if (entry !== undefined && hasJobPerAttempt(run)) entry.keepMs = KEEP_MS;
    const reserve = (): Promise<boolean> =>
      retryWhileUnavailable(() => reserveCall(tx, id), signal);
    const hasBudget = run.plan.budget !== undefined;
    const users = run.plan.user === undefined ? undefined : { tx, ask: createUser(run) };
    return {
      run,
      endpoint: createEndpoint(run),
      users,
      reserveCall: hasBudget ? reserve : undefined,
    };
  }

  return {
    acquire(id) {
      const entry = cached.get(id) ?? { lanes: 0, found: find(id), keepMs: 0 };
      clearTimeout(entry.timer);
      entry.lanes += 1;
      cached.set(id, entry);
      return entry.found;
    },
    release(id) {
      const entry = cached.get(id);
      if (entry === undefined) return;
      entry.lanes -= 1;
      if (entry.lanes > 0) return;
      if (entry.keepMs === 0) cached.delete(id);
      else entry.timer = setTimeout(() => cached.delete(id), entry.keepMs).unref();
    },
  };
}

/**
 * True if the next attempt of a lane is another job: it may belong to the partner run, and with a budget claiming a job
 * reserves its calls.
 */
export function hasJobPerAttempt({ partnerId, plan }: Run): boolean {
  return partnerId !== undefined || plan.budget !== undefined;
}
