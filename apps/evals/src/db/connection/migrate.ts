import { readdir, readFile } from 'node:fs/promises';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { queryRows, type SqlExecutor, type Transactor } from './sql.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

const FIRST = '0001-tables.sql';
const FOREIGN =
  'it has tables of another program, or of a version before 0.1.0; nothing was changed; name an empty database';

/** Brings the schema up to date: numbered files, forward only, each applied once and never edited. */
export async function migrate(database: Transactor): Promise<void> {
  await database.transaction(async (tx) => {
    await checkEncoding(tx);
    await lock(tx);
    const found = await findTables(tx);
    if (found === 'foreign') throw new Error(FOREIGN);
    if (found === 'own') return; // a role that may not create tables can still start
    await tx.executeSql(
      'create table migration (name text primary key, applied_at timestamptz not null default now())',
    );
  });
  const applied = await listApplied(database);
  for (const name of await migrationNames()) {
    if (!applied.has(name)) await apply(database, name);
  }
}

/** own: the table of migrations, and the tables that they made. foreign: others of the same names. */
async function findTables(tx: SqlExecutor): Promise<'none' | 'own' | 'foreign'> {
  const [found] = await queryRows<{ migration: boolean; named: boolean; run: boolean }>(
    tx,
    `select to_regclass('migration') is not null as migration, to_regclass('run') is not null as run,
       exists (select from pg_attribute where attrelid = to_regclass('migration') and attname = 'name') as named`,
  );
  if (!found?.migration) return found?.run ? 'foreign' : 'none';
  const applied = found.named ? await listApplied(tx) : undefined;
  // A process may have ended after it made the table of migrations.
  const isOwn = applied?.has(FIRST) === true ? found.run : applied?.size === 0 && !found.run;
  return isOwn ? 'own' : 'foreign';
}

/** In another encoding PostgreSQL cuts text in the middle of a character, or rejects it. */
async function checkEncoding(tx: SqlExecutor): Promise<void> {
  const [row] = await queryRows<{ encoding: string }>(
    tx,
    `select current_setting('server_encoding') as encoding`,
  );
  if (row?.encoding === 'UTF8') return;
  const how = `create database fairtrial encoding 'UTF8' template template0`;
  throw new Error(`its encoding is ${row?.encoding}, not UTF8; create one with: ${how}`);
}

async function lock(tx: SqlExecutor): Promise<void> {
  await tx.executeSql('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
}

async function listApplied(tx: SqlExecutor): Promise<ReadonlySet<string>> {
  const applied = await queryRows<{ name: string }>(tx, 'select name from migration');
  return new Set(applied.map(({ name }) => name));
}

async function migrationNames(): Promise<readonly string[]> {
  const names = await readdir(FOLDER);
  return names.filter((name) => name.endsWith('.sql')).toSorted();
}

/** If a table is in use (a backup reads all tables), statements queue behind a migration for at most two seconds. */
const LOCK_TIMEOUT = `set local lock_timeout = '2s'`;

async function apply(database: Transactor, name: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lock(tx);
    if ((await listApplied(tx)).has(name)) return;
    await tx.executeSql(LOCK_TIMEOUT);
    await tx.executeSql(await readFile(new URL(name, FOLDER), 'utf8'));
    await tx.executeSql('insert into migration (name) values ($1)', [name]);
  });
}
