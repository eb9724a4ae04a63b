import type { SqlExecutor } from '../../db/connection/sql.ts';
import { AppError, type RunId } from '@fairtrial/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import { findRunHead, type RunHead } from '../../db/runs/run-head.ts';
import { isOver, type Run } from '../../entities/run.ts';

export interface RunRef {
  readonly project: string;
  readonly runId: RunId;
}

/** Returns a run with its plan. Throws `run_not_found` if the project has no such run. */
export async function loadRun(tx: SqlExecutor, project: string, id: RunId): Promise<Run> {
  const run = await findRun(tx, id);
  if (run?.project !== project) throw runNotFound(id);
  return run;
}

/** Throws if the project has no such run, or if the run has not ended. */
export async function requireEnded(tx: SqlExecutor, project: string, id: RunId): Promise<Run> {
  const run = await loadRun(tx, project, id);
  if (!isOver(run)) {
    const detail = `run ${id} is still running; wait until it finishes`;
    throw new AppError('run_active', detail);
  }
  return run;
}

/** Returns a run without its plan, which is large. Throws `run_not_found` if the project has no such run. */
export async function loadRunHead(tx: SqlExecutor, project: string, id: RunId): Promise<RunHead> {
  const head = await findRunHead(tx, project, id);
  if (head === undefined) throw runNotFound(id);
  return head;
}

function runNotFound(id: RunId): AppError {
  return new AppError('run_not_found', `there is no run ${id}`);
}
