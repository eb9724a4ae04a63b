import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { ensureIndex, type Index } from '../connection/ensure-index.ts';
import type { Transactor } from '../connection/sql.ts';

const NAME_INDEX: Index = {
  name: 'run_by_part_of_name',
  table: 'run',
  // Each search also reads the entries that were added since the last clean-up, so their list is kept short.
  definition:
    'using gin (lower(name) gin_trgm_ops, (array[project])) with (gin_pending_list_limit = 256)',
};

/**
 * Creates the index for searching parts of names. Throws if the database lacks pg_trgm and this role may not add it; a
 * search for a rare name then takes several pages.
 */
export async function ensureNameIndex(database: Transactor): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.indexes]);
    await tx.executeSql('create extension if not exists pg_trgm');
  });
  await ensureIndex(database, NAME_INDEX);
}
