import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findGradingEpoch } from '../../db/looks/list-looks.ts';
import type { Run } from '../../entities/run.ts';
import { replayAttempts, type SpoiledAttempt } from '../../db/users/replay-attempts.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { newLaneIds } from '../plan/new-ids.ts';
import type { RunNotifier } from '../events/run-notifier.ts';

interface ReplayServices {
  readonly tx: SqlExecutor;
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
}

interface Spoiled {
  /** The claim on grading; `undefined` if the run was not graded. */
  readonly epoch: number | undefined;
  readonly spoiled: readonly SpoiledAttempt[];
}

/**
 * `none`: there is nothing to play again. `refused`: no attempt is played again, because the run was cancelled or its
 * budget has no calls left. `lost`: another worker finishes the run.
 */
export type ReplayOutcome = 'none' | 'replayed' | 'refused' | 'lost';

/** Plays attempts again that a simulated user spoiled: stores them and their jobs in one transaction. */
export async function replaySpoiled(
  { tx, database, queue, notifier }: ReplayServices,
  { id, project, plan }: Run,
  { epoch, spoiled: attempts }: Spoiled,
): Promise<ReplayOutcome> {
  if (attempts.length === 0 || epoch === undefined) return 'none';
  const lanes = newLaneIds(Math.min(plan.concurrency, attempts.length));
  const isReplayed = await database.within(SLOW_ANSWER_MS).transaction(async (transaction) => {
    const used = await replayAttempts(transaction, id, { epoch, attempts, lanes });
    if (used === undefined) return false;
    await queue.enqueueLanes(transaction, { runId: id, project }, lanes.slice(0, used));
    return true;
  });
  if (!isReplayed) return (await findGradingEpoch(tx, id)) === epoch ? 'refused' : 'lost';
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
  return 'replayed';
}
