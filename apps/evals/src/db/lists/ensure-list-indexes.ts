import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { ensureIndex, type Index } from '../connection/ensure-index.ts';
import type { Transactor } from '../connection/sql.ts';

/** Each search also reads the entries that were added since the last clean-up, so the pending list is kept short. */
const SHORT_PENDING_LIST = 'with (gin_pending_list_limit = 256)';

/**
 * Lists of runs are read along an index that ends with the run id, so that a page costs the same for any number of
 * runs. The filter values are combined into one array value: with separate columns PostgreSQL often picks another index
 * that starts with the first column, and reads all runs of the project.
 */
const INDEXES: readonly Index[] = [
  { name: 'run_of_test', table: 'run', definition: '((array[project, name]), id desc)' },
  { name: 'run_of_model', table: 'run', definition: '((array[project, model_id]), id desc)' },
  { name: 'run_in_state', table: 'run', definition: '((array[project, state]), id desc)' },
  {
    name: 'pinned_in_project',
    table: 'pinned_baseline',
    definition: '(project, run_id desc)',
  },
  {
    name: 'run_by_tag',
    table: 'run',
    definition: `using gin (tags, (array[project])) ${SHORT_PENDING_LIST}`,
  },
];

const NAME_INDEX: Index = {
  name: 'run_by_part_of_name',
  table: 'run',
  definition: `using gin (lower(name) gin_trgm_ops, (array[project])) ${SHORT_PENDING_LIST}`,
};

/** Creates the indexes for lists of runs. Without them lists are correct but slow. */
export async function ensureListIndexes(database: Transactor): Promise<void> {
  for (const index of INDEXES) await ensureIndex(database, index);
}

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
