import { AppError } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { lockProjectUsage, readProjectUsage } from '../../db/runs/project-usage.ts';

/** Limits per project. */
export interface ProjectCaps {
  /** Maximum number of runs that have not ended. */
  readonly activeRuns: number;
  /** Maximum total size of the plans of these runs, which workers hold in memory. */
  readonly activePlanBytes: number;
  /** `undefined`: no limit. */
  readonly storedBytes: number | undefined;
}

/** About as long as a small run takes. */
const RETRY_AFTER_SECONDS = 10;

/** Throws if the project may not have this many more active runs. */
export async function checkCaps(
  tx: SqlExecutor,
  { project, more }: { readonly project: string; readonly more: number },
  caps: ProjectCaps,
): Promise<void> {
  const withBytes = caps.storedBytes !== undefined;
  const usage = await readProjectUsage(tx, project, { withBytes });
  if (usage.activeRuns + more > caps.activeRuns) throw tooManyRuns(countedRuns(caps));
  if (usage.activePlanBytes > caps.activePlanBytes) throw tooManyRuns(countedBytes(caps));
  const { storedBytes } = usage;
  if (caps.storedBytes === undefined || storedBytes < caps.storedBytes) return;
  throw new AppError(
    'storage_full',
    `the stored runs of this project take up ${storedBytes} bytes, and ${caps.storedBytes} are allowed; delete runs that are no longer needed`,
  );
}

/**
 * The same for a run that this transaction has just made active: throws if that is one too many. Called last, so that
 * the lock is held only briefly; the lock keeps concurrent requests from all finding the last place free.
 */
export async function checkCapsOfActive(
  tx: SqlExecutor,
  project: string,
  caps: ProjectCaps,
): Promise<void> {
  await lockProjectUsage(tx, project);
  await checkCaps(tx, { project, more: 0 }, caps);
}

function countedRuns({ activeRuns: max }: ProjectCaps): string {
  return `a project has at most ${max} ${max === 1 ? 'run' : 'runs'} that are not finished`;
}

function countedBytes({ activePlanBytes: max }: ProjectCaps): string {
  return `the plans of a project's unfinished runs have at most ${max} bytes in total`;
}

function tooManyRuns(limit: string): AppError {
  const detail = `${limit}; wait until one finishes, or cancel one`;
  return new AppError('too_many_runs', detail, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
