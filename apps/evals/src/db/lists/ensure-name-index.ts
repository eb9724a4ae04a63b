import { ensureIndex } from '../connection/ensure-index.ts';
import type { SqlExecutor } from '../connection/sql.ts';

/** Each search reads what was added since the last clean-up, so that is kept short. */
const NAME_INDEX = {
  name: 'run_by_part_of_name',
  definition: `run using gin (lower(name) gin_trgm_ops, (array[project])) with (gin_pending_list_limit = 256)`,
};

/**
 * Makes the index for parts of names. Throws if the database has no pg_trgm and does not let this account add it: then
 * a search for a rare name takes several pages.
 */
export async function ensureNameIndex(tx: SqlExecutor): Promise<void> {
  await tx.executeSql('create extension if not exists pg_trgm');
  await ensureIndex(tx, NAME_INDEX);
}
