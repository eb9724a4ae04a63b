import { AppError, type Target } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findTarget } from '../../db/targets/stored-targets.ts';

/** Returns the target of a request. If the request has its name, the stored target of the project is read. */
export async function resolveTarget(
  database: SqlExecutor,
  project: string,
  target: Target | string | undefined,
): Promise<Target | undefined> {
  if (typeof target !== 'string') return target;
  const stored = await findTarget(database, { project, name: target });
  if (stored !== undefined) return stored;
  const detail = `is not the name of a stored target of this project: store it with PUT /targets/${target}, or send the target itself; GET /targets lists the names`;
  throw new AppError('invalid_request', `/target ${detail}`, {
    errors: [{ pointer: '/target', detail }],
  });
}
