import { AppError, type RunId } from '@fairtrial/contracts';
import type { Database } from '../../db/connection/open-database.ts';
import { lockRun, pinRun } from '../../db/runs/pinned-baseline.ts';
import { isOver } from '../../entities/run.ts';

/** Makes a completed run the baseline of its test and replaces the previously pinned one. */
export async function pinBaseline(database: Database, id: RunId): Promise<void> {
  await database.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
    if (!isOver(run)) {
      throw new AppError('run_active', `run ${id} is still running; wait until it finishes`);
    }
    if (run.state === 'cancelled') {
      throw new AppError('run_cancelled', `run ${id} was cancelled; pin a completed run`);
    }
    if (run.state === 'failed') {
      throw new AppError('run_failed', `run ${id} ended without a result; pin a completed run`);
    }
    await pinRun(tx, id, run);
  });
}
