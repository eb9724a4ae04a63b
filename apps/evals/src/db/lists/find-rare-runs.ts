import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { toPattern, type RunFilter } from './run-filter.ts';

/** The index returns runs in no order, so all matches have to be read; with more matches than this it is not used. */
const MAX_RARE = 1000;

/** pg_trgm indexes sequences of three letters or digits. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** Returns all runs of the project with the tag, or with the text in their names; `undefined` if there are too many. */
export async function findRareRuns(
  tx: SqlExecutor,
  { project, q, tag }: Pick<RunFilter, 'project' | 'q' | 'tag'>,
): Promise<readonly RunId[] | undefined> {
  if (q !== undefined && INDEXED_TEXT.test(q) && (await hasNameIndex(tx))) {
    const named = await findFew(tx, 'find_runs_by_part_of_name', [project, toPattern(q)]);
    if (named !== undefined) return named;
  }
  return tag === undefined ? undefined : findFew(tx, 'find_runs_by_tag', [project, tag]);
}

/** False without the extension pg_trgm. */
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
