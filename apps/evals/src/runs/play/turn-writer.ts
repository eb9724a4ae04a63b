import type { AttemptClaim } from '../../db/attempts/claim-attempts.ts';
import type { RunId } from '@fairtrial/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/connection/open-database.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { lockProgress, shareLanes } from '../../db/attempts/share-lanes.ts';
import { appendTurns, type AppendedBatch, type PendingTurn } from '../../db/turns/append-turns.ts';
import type { Run } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import type { Queue, RunOfProject } from '../../queue/create-queue.ts';

export interface AppendResult {
  /** False if the claim on the attempt was superseded: another worker plays it. */
  readonly isStored: boolean;
  readonly nextClaim: AttemptClaim | undefined;
}

export interface TurnWriter {
  append(entry: TurnOfRun): Promise<AppendResult>;
}

interface TurnWriterOptions {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  /** Called with the turns of a run that were written. */
  readonly onStored: (run: Run, turns: readonly Turn[]) => void;
  /** Called with runs that have no turn left to play. Best effort: the state is also in the database. */
  readonly onFinishing: (run: RunOfProject) => void;
  /** Called when there are new jobs. */
  readonly onEnqueued: () => void;
  readonly signal: AbortSignal;
}

/** A turn to write, and its run. */
interface TurnOfRun extends PendingTurn {
  readonly run: Run;
}

interface PendingEntry {
  readonly entry: PendingTurn;
  readonly result: PromiseWithResolvers<AppendResult>;
}

/** The turns of a run that are waiting to be written. */
interface PendingTurns {
  readonly run: Run;
  readonly entries: PendingEntry[];
}

const MAX_BATCH_SIZE = 200;
/** A batch of this size is stored well before the statement times out. */
const MAX_BATCH_CHARACTERS = 8_000_000;

/** Replies often arrive together, so a short wait before each batch saves a commit per reply. */
const GATHER_MS = 1;

/** Number of runs that are written concurrently. Other work needs connections, too. */
const MAX_WRITERS = 4;

/**
 * Stores turns in batches, each of one run. Turns that finish while a batch of their run is being written go into the
 * next batch. Two concurrent batches of one run would wait for each other's locks; different runs do not.
 */
export function createTurnWriter(options: TurnWriterOptions): TurnWriter {
  const { onStored, onFinishing, onEnqueued, signal } = options;
  /** Runs are written in insertion order. */
  const pending = new Map<RunId, PendingTurns>();
  const writing = new Set<RunId>();

  function startWriters(): void {
    for (const turns of pending.values()) {
      if (writing.size >= MAX_WRITERS) return;
      if (!writing.has(turns.run.id)) void writeNext(turns);
    }
  }

  async function writeNext({ run, entries }: PendingTurns): Promise<void> {
    const { id: runId } = run;
    writing.add(runId);
    await wait(GATHER_MS);
    const batch = entries.splice(0, countBatch(entries));
    pending.delete(runId);
    if (entries.length > 0) pending.set(runId, { run, entries }); // after the other runs
    await write(run, batch);
    writing.delete(runId);
    startWriters();
  }

  async function write(run: Run, batch: readonly PendingEntry[]): Promise<void> {
    try {
      const entries = batch.map(({ entry }) => entry);
      const appended = await retryWhileUnavailable(() => storeTurns(options, run, entries), signal);
      resolveAll(batch, appended);
      onStored(run, listStored(batch, appended));
      if (appended.isFinishing) onFinishing({ runId: run.id, project: run.project });
      if (appended.queued.length > 0) onEnqueued();
    } catch (error) {
      // An entry that cannot be written must not fail the others.
      if (batch.length > 1) for (const entry of batch) await write(run, [entry]);
      else batch[0]?.result.reject(error);
    }
  }

  return {
    append({ run, ...entry }) {
      const result = Promise.withResolvers<AppendResult>();
      const turns = pending.get(run.id) ?? { run, entries: [] };
      turns.entries.push({ entry, result });
      pending.set(run.id, turns);
      startWriters();
      return result.promise;
    },
  };
}

/** The number of turns to write together; at least one. */
function countBatch(entries: readonly PendingEntry[]): number {
  let characters = 0;
  const end = entries.findIndex(({ entry: { turn } }) => {
    characters += turn?.reply.length ?? 0;
    return characters > MAX_BATCH_CHARACTERS;
  });
  return Math.min(MAX_BATCH_SIZE, end === -1 ? entries.length : Math.max(1, end));
}

/**
 * New lanes are enqueued as jobs in the transaction that stores the turns. Without new lanes one statement is enough.
 */
function storeTurns(
  { database, queue }: Pick<TurnWriterOptions, 'database' | 'queue'>,
  { id: runId, project }: Run,
  entries: readonly PendingTurn[],
): Promise<AppendedBatch> {
  const hasNewLanes = entries.some(({ claim, nextLane }) => {
    return nextLane !== undefined && nextLane !== claim.lane;
  });
  if (!hasNewLanes) return appendTurns(database, runId, entries);
  return database.transaction(async (tx) => {
    const appended = await appendAndShare(tx, runId, entries);
    // Two runs that are played at the same time belong to the same project.
    const byRun = Map.groupBy(appended.queued, (attempt) => attempt.runId);
    for (const [id, attempts] of byRun) {
      const lanes = attempts.map(({ lane }) => lane);
      await queue.enqueueLanes(tx, { runId: id, project }, lanes);
    }
    return appended;
  });
}

/** Free lanes of two runs that are played at the same time go to the run that is behind. */
async function appendAndShare(
  tx: SqlExecutor,
  runId: RunId,
  entries: readonly PendingTurn[],
): Promise<AppendedBatch> {
  const partnerId = entries.find((entry) => entry.partnerId !== undefined)?.partnerId;
  if (partnerId === undefined) return appendTurns(tx, runId, entries);
  await lockProgress(tx, [runId, partnerId]);
  const appended = await appendTurns(tx, runId, entries);
  const free = entries.flatMap(({ nextLane }, n) =>
    nextLane !== undefined && appended.kept.has(n) ? [{ runId, partnerId, lane: nextLane }] : [],
  );
  const queued = await shareLanes(tx, free);
  return { ...appended, queued: [...appended.queued, ...queued] };
}

function listStored(batch: readonly PendingEntry[], { kept }: AppendedBatch): readonly Turn[] {
  return batch.flatMap(({ entry: { turn } }, n) => (turn && kept.has(n) ? [turn] : []));
}

function resolveAll(batch: readonly PendingEntry[], { kept, following }: AppendedBatch): void {
  const nextByLane = new Map(following.map((claim) => [claim.lane, claim]));
  for (const [n, { entry, result }] of batch.entries()) {
    const isLastTurn = entry.nextLane !== undefined;
    const nextClaim = isLastTurn ? nextByLane.get(entry.claim.lane) : undefined;
    result.resolve({ isStored: kept.has(n), nextClaim });
  }
}
