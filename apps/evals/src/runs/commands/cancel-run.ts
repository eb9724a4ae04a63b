import type { RunId } from '@assay/contracts';
import { setRunFinishing, setRunCancelling, stopGrading } from '../../db/runs/cancel-run-rows.ts';
import type { Database } from '../../db/connection/open-database.ts';
import type { Queue } from '../../queue/create-queue.ts';
import type { RunNotifier } from '../events/run-notifier.ts';

interface CancelServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly notifier: RunNotifier;
}

/** Starts no further turns, aborts the calls in flight, and ends the run with the turns it has. */
export async function cancelRun(
  { database, queue, notifier }: CancelServices,
  id: RunId,
): Promise<void> {
  await database.transaction(async (tx) => {
    const open = await setRunCancelling(tx, id);
    if (open === undefined) await stopGrading(tx, id);
    if (open !== 0) return;
    await setRunFinishing(tx, id);
    await queue.enqueueFinish(tx, [id]);
  });
  notifier.notifyCancel(id);
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
}
