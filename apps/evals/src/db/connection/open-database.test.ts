import { AppError } from '@assay/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { emptyDatabase, exampleDatabase } from '../../testing/example-database.ts';
import { checkWritable, type Database } from './open-database.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { queryRows } from './sql.ts';

describe('the database', () => {
  let database: Database;

  before(async () => {
    database = await exampleDatabase(2);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
  });

  const isAway = (error: unknown): boolean =>
    error instanceof AppError && error.code === 'database_unavailable';

  it('takes a connection that is lost within a transaction for a database that is away', async () => {
    const lost = database.transaction(async (tx) => {
      const [row] = await queryRows<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
      await queryRows(database, 'select pg_terminate_backend($1, 5000)', [row?.pid]);
      // The loss is told while nothing is asked of the transaction.
      for (let n = 0; n < 3; n += 1) await queryRows(database, 'select 1');
      await queryRows(tx, 'select 1');
    });
    await assert.rejects(lost, isAway);
    assert.equal((await queryRows(database, 'select 1')).length, 1);
  });

  it('takes a connection that is lost within a statement of a transaction for the same', async () => {
    const lost = database.transaction(async (tx) => {
      await queryRows(tx, 'select pg_terminate_backend(pg_backend_pid())');
    });
    await assert.rejects(lost, isAway);
    assert.equal((await queryRows(database, 'select 1')).length, 1);
  });

  it('cancels a statement that takes longer than it may, and says so', async () => {
    await using reads = await emptyDatabase(1, { statementTimeoutMs: 20 });
    await assert.rejects(
      queryRows(reads, 'select pg_sleep(60)'),
      (error) =>
        error instanceof AppError && error.code === 'took_too_long' && error.status === 503,
    );
    assert.equal((await queryRows(reads, 'select 1')).length, 1);
  });

  it('takes a database that may only be read for one that is away', async () => {
    const written = database.transaction(async (tx) => {
      await queryRows(tx, 'set transaction read only');
      await queryRows(tx, 'create table x ()');
    });
    await assert.rejects(written, isAway);
  });

  it('takes a lock that is not free in time for a database that is away', async () => {
    const locked = database.transaction(async (tx) => {
      await queryRows(tx, 'lock table run');
      await database.transaction(async (other) => {
        await queryRows(other, `set local lock_timeout = '10ms'`);
        await queryRows(other, 'lock table run');
      });
    });
    await assert.rejects(locked, isAway);
  });

  it('tries a statement again that the server cancelled, since a worker must not lose an answer to it', async () => {
    await using reads = await emptyDatabase(1, { statementTimeoutMs: 500 });
    let tries = 0;
    const { signal } = new AbortController();
    const rows = await retryWhileUnavailable(() => {
      tries += 1;
      return queryRows(reads, 'select pg_sleep($1)', [tries === 1 ? 60 : 0]);
    }, signal);
    assert.deepEqual([tries, rows.length], [2, 1]);
  });

  it('is ready while it can be written to, and not while it may only be read', async () => {
    await checkWritable(database);
    const checked = database.transaction(async (tx) => {
      await queryRows(tx, 'set transaction read only');
      await checkWritable(tx);
    });
    await assert.rejects(checked, /read only/);
  });

  it('lets go of locks when a process is held up in the middle of a transaction', async () => {
    const [row] = await queryRows<{ value: string }>(
      database,
      `select current_setting('idle_in_transaction_session_timeout') as value`,
    );
    assert.equal(row?.value, '5s');
  });
});
