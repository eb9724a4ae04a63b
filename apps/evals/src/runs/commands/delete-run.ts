import { AppError, type RunId } from '@fairtrial/contracts';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import { deleteUnsharedVectors } from '../../db/grading/embeddings.ts';
import { deleteRunRows } from '../../db/runs/delete-run-rows.ts';
import { lockRun } from '../../db/runs/pinned-baseline.ts';
import type { Queue } from '../../queue/create-queue.ts';

/**
 * Deletes a finished run and every row and text of it. An active run must be cancelled first, so that no paid call is
 * lost, and a pinned one unpinned, so that no test loses its baseline unnoticed.
 */
export async function deleteRun(
  { database, queue }: { readonly database: Database; readonly queue: Pick<Queue, 'deleteJobs'> },
  id: RunId,
): Promise<void> {
  await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run?.isPinned === true) {
      const wayOut = `pin another run of this test, or unpin it with DELETE /runs/${id}/pin`;
      throw new AppError(
        'run_pinned',
        `run ${id} is the pinned baseline of '${run.name}'; ${wayOut}`,
      );
    }
    await deleteUnsharedVectors(tx, [id]);
    if (!(await deleteRunRows(tx, id))) {
      throw new AppError('run_active', `run ${id} is still running; cancel it first`);
    }
    await queue.deleteJobs(tx, [id]);
  });
}
