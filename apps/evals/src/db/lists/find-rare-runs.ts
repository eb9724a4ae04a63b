import type { RunId } from '@assay/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { toPattern, type RunFilter } from './run-filter.ts';

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
    const named = await findFew(tx, 'find_runs_by_part_of_name', [project, toPattern(search)]);
    if (named !== undefined) return named;
  }
  return tag === undefined ? undefined : findFew(tx, 'find_runs_by_tag', [project, tag]);
}

/** A database without the extension pg_trgm has none. */
async function hasNameIndex(tx: SqlExecutor): Promise<boolean> {
  const [row] = await queryRows<{ found: boolean }>(
    tx,
    `select exists (select from pg_index where indexrelid = to_regclass('run_by_part_of_name') and indisvalid) as found`,
  );
  return row?.found === true;
}

async function findFew(
  tx: SqlExecutor,
  by: 'find_runs_by_part_of_name' | 'find_runs_by_tag',
  values: readonly string[],
): Promise<readonly RunId[] | undefined> {
  const rows = await queryRows<{ id: RunId }>(tx, `select id from ${by}($1, $2, $3)`, [
    ...values,
    MAX_RARE + 1,
  ]);
  return rows.length > MAX_RARE ? undefined : rows.map(({ id }) => id);
}
