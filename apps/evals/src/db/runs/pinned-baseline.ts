import type { RunId } from '@fairtrial/contracts';
import type { StoredRunState } from '../../entities/run.ts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** The fields of a run that pinning and deleting need. */
export interface LockedRun {
  readonly project: string;
  readonly name: string;
  readonly state: StoredRunState;
  readonly isPinned: boolean;
}

/**
 * Locks the progress of a run, as every change of a run does, and then reads the run; `undefined` if it was deleted.
 */
export async function lockRun(tx: SqlExecutor, id: RunId): Promise<LockedRun | undefined> {
  await queryRows(tx, 'select run_id from run_progress where run_id = $1 for no key update', [id]);
  const [row] = await queryRows<LockedRun>(
    tx,
    `select r.project, r.name, r.state, b.run_id is not null as "isPinned"
     from run r left join pinned_baseline b on b.run_id = r.id where r.id = $1`,
    [id],
  );
  return row;
}

/** Makes a run the pinned baseline of its test and replaces the previous one. */
export async function pinRun(
  tx: SqlExecutor,
  id: RunId,
  { project, name }: Pick<LockedRun, 'project' | 'name'>,
): Promise<void> {
  await queryRows(
    tx,
    `insert into pinned_baseline (project, test_name, run_id) values ($1, $2, $3)
     on conflict (project, test_name) do update set run_id = excluded.run_id`,
    [project, name, id],
  );
}

/** Does nothing if the run is not pinned. */
export async function unpinRun(tx: SqlExecutor, id: RunId): Promise<void> {
  await queryRows(tx, 'delete from pinned_baseline where run_id = $1', [id]);
}

export async function findPinnedRun(
  tx: SqlExecutor,
  project: string,
  testName: string,
): Promise<RunId | undefined> {
  const [row] = await queryRows<{ runId: RunId }>(
    tx,
    'select run_id as "runId" from pinned_baseline where project = $1 and test_name = $2',
    [project, testName],
  );
  return row?.runId;
}
