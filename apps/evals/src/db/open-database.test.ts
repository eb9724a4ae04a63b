import { AppError } from '@assay/contracts';
import { createDatabase, type Database as TestDatabase } from '@assay/postgres';
import assert from 'node:assert/strict';
import { env } from 'node:process';
import { after, before, describe, it } from 'node:test';
import { openDatabase, type Database } from './open-database.ts';
import { select } from './tx.ts';

describe('the database', () => {
  let server: TestDatabase;
  let database: Database;

  before(async () => {
    assert.ok(env['DATABASE_URL'], 'run with npm test: it starts the PostgreSQL that this needs');
    server = await createDatabase(env['DATABASE_URL'], { sql: '' });
    database = openDatabase({ url: server.url, connections: 2 });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const isAway = (error: unknown): boolean =>
    error instanceof AppError && error.code === 'database_unavailable';

  it('takes a connection that is lost within a transaction for a database that is away', async () => {
    const lost = database.transaction(async (tx) => {
      const [row] = await select<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
      await select(database, 'select pg_terminate_backend($1, 5000)', [row?.pid]);
      // The loss is told while nothing is asked of the transaction.
      for (let n = 0; n < 3; n += 1) await select(database, 'select 1');
      await select(tx, 'select 1');
    });
    await assert.rejects(lost, isAway);
    assert.equal((await select(database, 'select 1')).length, 1);
  });

  it('takes a connection that is lost within a statement of a transaction for the same', async () => {
    const lost = database.transaction(async (tx) => {
      await select(tx, 'select pg_terminate_backend(pg_backend_pid())');
    });
    await assert.rejects(lost, isAway);
    assert.equal((await select(database, 'select 1')).length, 1);
  });

  it('lets go of locks when a process is held up in the middle of a transaction', async () => {
    const [row] = await select<{ value: string }>(
      database,
      `select current_setting('idle_in_transaction_session_timeout') as value`,
    );
    assert.equal(row?.value, '5s');
  });
});
