import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { queryRows, type SqlExecutor, type Transactor } from './sql.ts';

/**
 * The same few statements over and over: each is planned once, which for the longest takes more than its work.
 * Rows are found by their key: a plan that reads a whole table while that is small would stay when it has
 * grown, and one without statistics, as every month begins, would be read through a bitmap and sorted again for
 * every page. A process that stalls inside a transaction must not hold its locks, and a statement whose answer was given
 * up must not go on: while it waits for a lock, only this check notices that the connection is closed.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_bitmapscan: 'off',
  enable_seqscan: 'off',
  idle_in_transaction_session_timeout: '5s',
  client_connection_check_interval: '1s',
};

/** For the start of a connection. */
export function toStartupOptions(more: Readonly<Record<string, string>>): string {
  return Object.entries({ ...SETTINGS, ...more })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * A pooler does not pass settings on to the server. Where they are missing they become the defaults of this role in
 * this database, so that connections which the pooler opens from then on have them. Any role may set its own.
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
  // The pooler opens another connection instead of this one, which has begun without the settings.
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
