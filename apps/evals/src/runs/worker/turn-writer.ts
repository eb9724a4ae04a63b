import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import type { RunId } from '@assay/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/connection/open-database.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { lockProgress, shareLanes } from '../../db/attempts/share-lanes.ts';
import { appendTurns, type AppendedBatch, type PendingTurn } from '../../db/turns/append-turns.ts';
import type { Queue, RunOfProject } from '../../queue/create-queue.ts';

/** Whether a turn was stored, and the attempt that its lane plays next. */
export interface AppendResult {
  /** False if the claim on the attempt was superseded: another worker plays it. */
  readonly isStored: boolean;
  readonly nextClaim: AttemptClaim | undefined;
}

export interface TurnWriter {
  append(entry: TurnOfProject): Promise<AppendResult>;
}

interface TurnWriterOptions {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  /** Called with every run that turns were written for. */
  readonly onProgress: (runIds: ReadonlySet<RunId>) => void;
  /** Called with runs that have no turn left to play. Best effort: their state in the database says it, too. */
  readonly onFinishing: (runs: readonly RunOfProject[]) => void;
  /** Called when there are new jobs. */
  readonly onEnqueued: () => void;
  readonly signal: AbortSignal;
}

/** A turn to be written, and the project of its run. */
interface TurnOfProject extends PendingTurn {
  readonly project: string;
}

interface PendingEntry {
  readonly entry: TurnOfProject;
  readonly result: PromiseWithResolvers<AppendResult>;
}

const MAX_BATCH_SIZE = 200;

/** Replies often arrive together: a short wait before each batch saves a commit for each of them. */
const GATHER_MS = 1;

/**
 * Stores turns in batches. Turns that finish while a batch is being written go into the next one. Batches are written
 * one at a time: two at once would wait for each other's locks.
 */
export function createTurnWriter(options: TurnWriterOptions): TurnWriter {
  const { onProgress, onFinishing, onEnqueued, signal } = options;
  let pending: PendingEntry[] = [];
  let isWriting = false;

  async function flush(): Promise<void> {
    isWriting = true;
    while (pending.length > 0) {
      await wait(GATHER_MS);
      const batch = pending.slice(0, MAX_BATCH_SIZE);
      pending = pending.slice(MAX_BATCH_SIZE);
      await write(batch);
    }
    isWriting = false;
  }

  async function write(batch: readonly PendingEntry[]): Promise<void> {
    try {
      const entries = batch.map(({ entry }) => entry);
      const appended = await retryWhileUnavailable(() => storeTurns(options, entries), signal);
      resolveAll(batch, appended);
      onProgress(new Set(entries.map(({ turn }) => turn.runId)));
      const projectOf = projectsOf(entries);
      if (appended.finishing.length > 0) onFinishing(appended.finishing.map(projectOf));
      if (appended.queued.length > 0) onEnqueued();
    } catch (error) {
      // If one entry cannot be written, the others must not fail with it.
      if (batch.length > 1) for (const entry of batch) await write([entry]);
      else batch[0]?.result.reject(error);
    }
  }

  return {
    append(entry) {
      const result = Promise.withResolvers<AppendResult>();
      pending.push({ entry, result });
      if (!isWriting) void flush();
      return result.promise;
    },
  };
}

/** New lanes become jobs in the transaction that stores their turns. Without new lanes one statement is enough. */
function storeTurns(
  { database, queue }: Pick<TurnWriterOptions, 'database' | 'queue'>,
  entries: readonly TurnOfProject[],
): Promise<AppendedBatch> {
  const hasNewLanes = entries.some(({ claim, nextLane }) => {
    return nextLane !== undefined && nextLane !== claim.lane;
  });
  if (!hasNewLanes) return appendTurns(database, entries);
  return database.transaction(async (tx) => {
    const appended = await appendAndShare(tx, entries);
    const projectOf = projectsOf(entries);
    for (const [runId, attempts] of Map.groupBy(appended.queued, (attempt) => attempt.runId)) {
      const lanes = attempts.map(({ lane }) => lane);
      await queue.enqueueLanes(tx, projectOf(runId), lanes);
    }
    return appended;
  });
}

/** Two runs that are played at the same time are of the same project. */
function projectsOf(entries: readonly TurnOfProject[]): (runId: RunId) => RunOfProject {
  const projects = new Map(
    entries.flatMap(({ turn: { runId }, partnerId = runId, project }) => [
      [runId, project],
      [partnerId, project],
    ]),
  );
  return (runId) => {
    const project = projects.get(runId);
    if (project === undefined) throw new Error(`no turn of run ${runId} was written`);
    return { runId, project };
  };
}

/** Lanes of two runs that are played at the same time go to the one that is behind. */
async function appendAndShare(
  tx: SqlExecutor,
  entries: readonly PendingTurn[],
): Promise<AppendedBatch> {
  const isShared = entries.some(({ partnerId }) => partnerId !== undefined);
  if (!isShared) return appendTurns(tx, entries);
  await lockProgress(
    tx,
    entries.flatMap(({ turn, partnerId = turn.runId }) => [turn.runId, partnerId]),
  );
  const appended = await appendTurns(tx, entries);
  const free = entries.flatMap(({ turn: { runId }, partnerId, nextLane }, n) =>
    partnerId !== undefined && nextLane !== undefined && appended.kept.has(n)
      ? [{ runId, partnerId, lane: nextLane }]
      : [],
  );
  const queued = await shareLanes(tx, free);
  return { ...appended, queued: [...appended.queued, ...queued] };
}

function resolveAll(batch: readonly PendingEntry[], { kept, following }: AppendedBatch): void {
  const nextByLane = new Map(following.map((claim) => [claim.lane, claim]));
  for (const [n, { entry, result }] of batch.entries()) {
    const isLastTurn = entry.nextLane !== undefined;
    const nextClaim = isLastTurn ? nextByLane.get(entry.claim.lane) : undefined;
    result.resolve({ isStored: kept.has(n), nextClaim });
  }
}
