import { AppError } from '@fairtrial/contracts';
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

  it('a connection lost between two statements of a transaction is reported as database_unavailable', async () => {
    const lost = database.transaction(async (tx) => {
      const [row] = await queryRows<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
      await queryRows(database, 'select pg_terminate_backend($1, 5000)', [row?.pid]);
      // The loss is reported while the transaction is idle.
      for (let n = 0; n < 3; n += 1) await queryRows(database, 'select 1');
      await queryRows(tx, 'select 1');
    });
    await assert.rejects(lost, isAway);
    assert.equal((await queryRows(database, 'select 1')).length, 1);
  });

  it('a connection lost during a statement of a transaction is reported as database_unavailable', async () => {
    const lost = database.transaction(async (tx) => {
      await queryRows(tx, 'select pg_terminate_backend(pg_backend_pid())');
    });
    await assert.rejects(lost, isAway);
    assert.equal((await queryRows(database, 'select 1')).length, 1);
  });

  it('a statement that exceeds its timeout is cancelled and reported as took_too_long', async () => {
    await using reads = await emptyDatabase(1, { statementTimeoutMs: 500 });
    await assert.rejects(
      queryRows(reads, 'select pg_sleep(60)'),
      (error) =>
        error instanceof AppError && error.code === 'took_too_long' && error.status === 503,
    );
    assert.equal((await queryRows(reads, 'select 1')).length, 1);
  });

  it('a write to a read-only database is reported as database_unavailable', async () => {
    const written = database.transaction(async (tx) => {
      await queryRows(tx, 'set transaction read only');
      await queryRows(tx, 'create table x ()');
    });
    await assert.rejects(written, isAway);
  });

  it('a lock timeout is reported as database_unavailable', async () => {
    const locked = database.transaction(async (tx) => {
      await queryRows(tx, 'lock table run');
      await database.transaction(async (other) => {
        await queryRows(other, `set local lock_timeout = '10ms'`);
        await queryRows(other, 'lock table run');
      });
    });
    await assert.rejects(locked, isAway);
  });

  it('retryWhileUnavailable retries a statement that the server cancelled', async () => {
    await using reads = await emptyDatabase(1, { statementTimeoutMs: 500 });
    let tries = 0;
    const { signal } = new AbortController();
    const rows = await retryWhileUnavailable(() => {
      tries += 1;
      return queryRows(reads, 'select pg_sleep($1)', [tries === 1 ? 60 : 0]);
    }, signal);
    assert.deepEqual([tries, rows.length], [2, 1]);
  });

  it('checkWritable passes while the database is writable and throws while it is read-only', async () => {
    await checkWritable(database);
    const checked = database.transaction(async (tx) => {
      await queryRows(tx, 'set transaction read only');
      await checkWritable(tx);
    });
    await assert.rejects(checked, /read only/);
  });

  it('the server ends a transaction that its process leaves idle for 5 s', async () => {
    const [row] = await queryRows<{ value: string }>(
      database,
      `select current_setting('idle_in_transaction_session_timeout') as value`,
    );
    assert.equal(row?.value, '5s');
  });
});
