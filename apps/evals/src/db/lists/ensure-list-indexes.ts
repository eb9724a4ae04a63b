import { ADVISORY_LOCKS } from '../connection/advisory-locks.ts';
import { ensureIndex, type Index } from '../connection/ensure-index.ts';
import type { Transactor } from '../connection/sql.ts';

/** Each search reads what was added since the last clean-up, so that is kept short. */
const SHORT_PENDING_LIST = 'with (gin_pending_list_limit = 256)';

/**
 * Lists of runs are read along an index that ends with the id of the run, so that a page costs the same however many
 * runs there are. What they are chosen by is one value in each: with a column each, PostgreSQL often takes another
 * index that has the first of them, and reads all runs of the project.
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

/** Makes the indexes that lists of runs use. Without them lists are right, but slow. */
export async function ensureListIndexes(database: Transactor): Promise<void> {
  for (const index of INDEXES) await ensureIndex(database, index);
}

/**
 * Makes the index for parts of names. Throws if the database has no pg_trgm and does not let this account add it: then
 * a search for a rare name takes several pages.
 */
export async function ensureNameIndex(database: Transactor): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.indexes]);
    await tx.executeSql('create extension if not exists pg_trgm');
  });
  await ensureIndex(database, NAME_INDEX);
}
