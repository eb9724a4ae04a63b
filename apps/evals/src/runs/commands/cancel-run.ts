import { setRunFinishing, setRunCancelling, stopGrading } from '../../db/runs/cancel-run-rows.ts';
import { listPair } from '../../db/runs/partner-run.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import type { Queue, RunOfProject } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';

interface CancelServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly notifier: RunNotifier;
}

/**
 * Starts no further turns, aborts the calls in flight, and ends the run with the turns it has. A run that is played at
 * the same time is cancelled, too: alone it would have no run to compare with.
 */
export async function cancelRun(
  { database, queue, notifier }: CancelServices,
  { runId, project }: RunOfProject,
): Promise<void> {
  const ids = await listPair(database, runId);
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    for (const each of ids) await cancelRows(tx, queue, { runId: each, project });
  });
  for (const each of ids) notifier.notifyCancel(each);
  notifier.notifyJobs();
  notifier.notifyProgress(ids);
}

async function cancelRows(
  tx: SqlExecutor,
  queue: CancelServices['queue'],
  run: RunOfProject,
): Promise<void> {
  const { runId: id } = run;
  const open = await setRunCancelling(tx, id);
  if (open === undefined) await stopGrading(tx, id);
  if (open !== 0) return;
  await setRunFinishing(tx, id);
  await queue.enqueueFinish(tx, [run]);
}
