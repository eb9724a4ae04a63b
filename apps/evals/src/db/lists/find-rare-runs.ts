import type { RunId } from '@assay/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { collectValues, writeSearch, type AddValue, type RunFilter } from './run-filter.ts';

/** Of more runs than this the index gives no list: it has them in no order, so all would have to be read. */
const MAX_RARE = 1000;

/** The index takes texts apart into three letters or digits each. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** All runs of the project with the tag, or with the text in their names, if these are few; else undefined. */
export async function findRareRuns(
  tx: SqlExecutor,
  { project, search, tag }: Pick<RunFilter, 'project' | 'search' | 'tag'>,
): Promise<readonly RunId[] | undefined> {
  if (search !== undefined && INDEXED_TEXT.test(search) && (await hasNameIndex(tx))) {
    const named = await findFew(tx, project, (add) => writeSearch(search, add));
    if (named !== undefined) return named;
  }
  return tag === undefined
    ? undefined
    : findFew(tx, project, (add) => `r.tags @> array[${add(tag)}]`);
}

/** A database without the extension pg_trgm has none. */
async function hasNameIndex(tx: SqlExecutor): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(
    tx,
    `select exists (select from pg_index where indexrelid = to_regclass('run_by_part_of_name') and indisvalid) as found`,
  );
  return row?.found === true;
}

/** `created_at` is in no index: else PostgreSQL would take one that has all that is asked for, and read it whole. */
async function findFew(
  tx: SqlExecutor,
  project: string,
  writeCondition: (add: AddValue) => string,
): Promise<readonly RunId[] | undefined> {
  const { values, add } = collectValues();
  const rows = await queryRows<{ id: RunId }>(
    tx,
    `select r.id, r.created_at from run r
     where array[r.project] @> array[${add(project)}] and ${writeCondition(add)} limit ${MAX_RARE + 1}`,
    values,
  );
  return rows.length > MAX_RARE ? undefined : rows.map(({ id }) => id);
}
