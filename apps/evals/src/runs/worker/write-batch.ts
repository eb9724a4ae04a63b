import { appendTurns, type Appended, type Entry } from '../../db/turns/append-turns.ts';
import type { Database } from '../../db/connection/open-database.ts';
import type { Tx } from '../../db/connection/tx.ts';
import type { Queue } from '../../queue/create-queue.ts';

export interface BatchServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
}

/** Writes turns. New lanes are jobs that stand and fall with them, which takes a transaction. */
export function writeTurns(
  { database, queue }: BatchServices,
  entries: readonly Entry[],
): Promise<Appended> {
  const hasNewLanes = entries.some(({ held, nextLane = held.lane }) => nextLane !== held.lane);
  return hasNewLanes
    ? database.transaction((tx) => writeWithLanes(tx, queue, entries))
    : appendTurns(database, entries);
}

async function writeWithLanes(
  tx: Tx,
  queue: BatchServices['queue'],
  entries: readonly Entry[],
): Promise<Appended> {
  const appended = await appendTurns(tx, entries);
  for (const [runId, attempts] of Map.groupBy(appended.queued, (attempt) => attempt.runId)) {
    const lanes = attempts.map(({ lane }) => lane);
    await queue.enqueueLanes(tx, runId, lanes);
  }
  return appended;
}
