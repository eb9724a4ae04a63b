import { queryRows, type SqlExecutor } from './sql.ts';

/** An index that is made while its table is in use, outside of migrations. */
export interface Index {
  /** With its schema, if that is not the first. */
  readonly name: string;
  /** What follows `create index … on`; starts with the table. */
  readonly definition: string;
}

const STATE = `
select i.indisvalid as "isWhole",
  exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as "isBeingMade"
from pg_index i where i.indexrelid = to_regclass($1)`;

/** Does nothing if the index is there or another process is making it. One that was left unfinished is made again. */
export async function ensureIndex(tx: SqlExecutor, { name, definition }: Index): Promise<void> {
  const [found] = await queryRows<{ isWhole: boolean; isBeingMade: boolean }>(tx, STATE, [name]);
  if (found?.isWhole === true || found?.isBeingMade === true) return;
  if (found !== undefined) await tx.executeSql(`drop index concurrently if exists ${name}`);
  const unqualified = name.split('.').at(-1);
  await tx.executeSql(`create index concurrently if not exists ${unqualified} on ${definition}`);
}
