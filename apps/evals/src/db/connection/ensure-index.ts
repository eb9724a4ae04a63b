import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { queryRows, type SqlExecutor, type Transactor } from './sql.ts';

/** An index that is created while its table is in use, and so not by a migration, which is a transaction. */
export interface Index {
  readonly name: string;
  readonly table: string;
  /** The part of `create index` after the table name. */
  readonly definition: string;
}

interface IndexState {
  readonly isWhole: boolean;
  readonly isBeingMade: boolean;
}

const STATE = `
select i.indisvalid as "isWhole",
  exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as "isBeingMade"
from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indrelid = $1::regclass and c.relname = $2`;

/** In bytes. Creating an index on a table up to this size is so fast that other statements can wait for it. */
const SMALL_TABLE = 8 * 1024 * 1024;

/** Processes that create indexes on a large table at the same time wait for each other, and PostgreSQL rejects one. */
const RETRY_MS = 30_000;

/** Does nothing if the index exists or another process is creating it. Recreates an index that was left unfinished. */
export function ensureIndex(database: Transactor, index: Index): Promise<void> {
  return retryWhileUnavailable(() => makeIndex(database, index), AbortSignal.timeout(RETRY_MS));
}

async function makeIndex(database: Transactor, index: Index): Promise<void> {
  const { name, table, definition } = index;
  const found = await findIndex(database, index);
  if (found?.isWhole === true || found?.isBeingMade === true) return;
  if (found !== undefined) {
    const schema = table.includes('.') ? `${table.split('.')[0]}.` : '';
    await database.executeSql(`drop index concurrently if exists ${schema}${name}`);
  }
  const [row] = await queryRows<{ bytes: number }>(
    database,
    'select pg_relation_size($1::regclass)::float8 as bytes',
    [table],
  );
  if ((row?.bytes ?? 0) > SMALL_TABLE) {
    const create = `create index concurrently if not exists ${name} on ${table} ${definition}`;
    await database.executeSql(create);
    return;
  }
  await database.transaction(async (tx) => {
    await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.indexes]);
    if ((await findIndex(tx, index)) !== undefined) return;
    await tx.executeSql(`set local lock_timeout = '2s'`);
    await tx.executeSql(`create index ${name} on ${table} ${definition}`);
  });
}

async function findIndex(tx: SqlExecutor, { name, table }: Index): Promise<IndexState | undefined> {
  const [found] = await queryRows<IndexState>(tx, STATE, [table, name]);
  return found;
}
