import { AppError, type RunId } from '@assay/contracts';
import type { Database } from '../../db/connection/open-database.ts';
import { deleteRunRows } from '../../db/runs/delete-run-rows.ts';
import { lockRun } from '../../db/runs/pinned-baseline.ts';

/**
 * Deletes a run that is over. An active run must be cancelled first, so that no paid call is lost, and a pinned one
 * unpinned, so that no test loses its baseline unnoticed.
 */
export async function deleteRun(database: Database, id: RunId): Promise<void> {
  await database.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run?.isPinned === true) {
      const wayOut = `pin another run of this test, or unpin it with DELETE /runs/${id}/pin`;
      throw new AppError(
        'run_pinned',
        `run ${id} is the pinned baseline of '${run.name}'; ${wayOut}`,
      );
    }
    if (await deleteRunRows(tx, id)) return;
    throw new AppError('run_active', `run ${id} is still going on; cancel it first`);
  });
}
