import { AppError, type RunId } from '@assay/contracts';
import type { Database } from '../../db/connection/open-database.ts';
import { deleteRunRows } from '../../db/runs/delete-run-rows.ts';

/** Deletes a run that is over. An active run must be cancelled first, so that no paid call is lost. */
export async function deleteRun(database: Database, id: RunId): Promise<void> {
  if (await deleteRunRows(database, id)) return;
  throw new AppError('run_active', `run ${id} is still going on; cancel it first`);
}
