import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { queryRows, type SqlExecutor, type Transactor } from './sql.ts';

/**
 * The services repeat the same few statements. Each is planned once, because planning the longest one takes longer than
 * executing it. Rows are found by their key: a plan that scans a whole small table would stay in use after the table
 * has grown, and without statistics, as at the start of every month, PostgreSQL would read a bitmap and sort again for
 * every page.
 * A process that stalls inside a transaction must not hold its locks, and a statement whose client has stopped waiting
 * must not continue: while it waits for a lock, only `client_connection_check_interval` detects the closed connection.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_bitmapscan: 'off',
  enable_seqscan: 'off',
  idle_in_transaction_session_timeout: '5s',
  client_connection_check_interval: '1s',
};

/** The `options` of the startup packet of a connection. */
export function toStartupOptions(more: Readonly<Record<string, string>>): string {
  return Object.entries({ ...SETTINGS, ...more })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * A pooler does not pass settings on to the server. Missing settings are stored as defaults of this role in this
 * database, so that connections that the pooler opens from then on have them. Any role may change its own defaults.
 */
export async function storeMissingSettings(database: Transactor): Promise<'given' | 'stored'> {
  if ((await listMissing(database)).length === 0) return 'given';
  await database.transaction(async (tx) => {
    await queryRows(tx, 'select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.settings]);
    for (const [name, value] of Object.entries(SETTINGS)) {
      await tx.executeSql(
        `do $$ begin
           execute format('alter role %I in database %I set ${name} to ''${value}''', session_user, current_database());
         end $$`,
      );
    }
  });
  // This connection started without the settings; the pooler replaces it with a new one.
  const ended = queryRows(database, 'select pg_terminate_backend(pg_backend_pid())');
  await ended.catch(() => undefined);
  return 'stored';
}

async function listMissing(tx: SqlExecutor): Promise<readonly object[]> {
  return queryRows(
    tx,
    `select name from unnest($1::text[], $2::text[]) x (name, value) where current_setting(name) <> value`,
    [Object.keys(SETTINGS), Object.values(SETTINGS)],
  );
}
