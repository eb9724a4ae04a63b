import { TARGET_LIMITS, type Target } from '@fairtrial/contracts';
import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

export interface TargetRow {
  readonly name: string;
  readonly target: Target;
  readonly updatedAt: Date;
}

/** The project and the name identify a stored target. */
export interface TargetKey {
  readonly project: string;
  readonly name: string;
}

const COLUMNS = 'name, target, updated_at as "updatedAt"';

/** All targets of a project, by name. */
export function listTargets(tx: SqlExecutor, project: string): Promise<readonly TargetRow[]> {
  return queryRows<TargetRow>(
    tx,
    `select ${COLUMNS} from target where project = $1 order by name collate "C"`,
    [project],
  );
}

export async function findTarget(
  tx: SqlExecutor,
  { project, name }: TargetKey,
): Promise<Target | undefined> {
  const [row] = await queryRows<Pick<TargetRow, 'target'>>(
    tx,
    'select target from target where project = $1 and name = $2',
    [project, name],
  );
  return row?.target;
}

/**
 * Stores or replaces a target. Returns `undefined` if the project has the maximum number of targets already. Runs in a
 * transaction: targets of a project are stored one after the other, so that together they do not exceed the maximum.
 */
export async function saveTarget(
  tx: SqlExecutor,
  { project, name }: TargetKey,
  target: Target,
): Promise<TargetRow | undefined> {
  await tx.executeSql('select pg_advisory_xact_lock($1, hashtext($2))', [
    ADVISORY_LOCKS.targets,
    project,
  ]);
  const [row] = await queryRows<TargetRow>(
    tx,
    `insert into target (project, name, target)
     select $1, $2, $3
     where (select count(*) from target where project = $1 and name <> $2) < ${TARGET_LIMITS.targets}
     on conflict (project, name) do update set target = excluded.target, updated_at = now()
     returning ${COLUMNS}`,
    [project, name, toJsonParameter(target)],
  );
  return row;
}

/** Returns false if there is no such target. */
export async function deleteTarget(
  tx: SqlExecutor,
  { project, name }: TargetKey,
): Promise<boolean> {
  const deleted = await queryRows(
    tx,
    'delete from target where project = $1 and name = $2 returning name',
    [project, name],
  );
  return deleted.length > 0;
}
