import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

interface PassedQuery {
  readonly project: string;
  readonly name: string;
  /** `undefined`: runs without a branch. */
  readonly branch: string | undefined;
  /** Only runs that started before this one. */
  readonly before: RunId;
}

/**
 * Returns the newest run of a test that passed on a branch. Skips runs that were played as the second model of another
 * run: their model was chosen for that comparison. Skips runs with early stopping: their scenarios have fewer attempts,
 * and more of them where the scores were low.
 */
export async function findLatestPassed(
  tx: SqlExecutor,
  { project, name, branch, before }: PassedQuery,
): Promise<RunId | undefined> {
  const [row] = await queryRows<{ id: RunId }>(
    tx,
    `select id from run
     where project = $1 and name = $2 and coalesce(branch, '') = $3 and id < $4 and result = 'pass' and state = 'completed'
       and not is_against and look is null
     order by id desc limit 1`,
    [project, name, branch ?? '', before],
  );
  return row?.id;
}
