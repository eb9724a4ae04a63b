/** Connections that are dead without a sign: what was sent gets no answer, and no error either. */
import { AppError } from '@fairtrial/contracts';
import { startProxy, type Proxy } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { serverUrl } from '../../testing/example-database.ts';
import { CHANNELS, listen, notify } from './notifications.ts';
import { openDatabase, type Database } from './open-database.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { queryRows, type SqlExecutor, type Transactor } from './sql.ts';

const ANSWER_MS = 300;
const CONNECTIONS = 4;

describe('a database whose connections died silently', () => {
  let proxy: Proxy;
  let database: Database;
  let impatient: Transactor;

  before(async () => {
    proxy = await startProxy(serverUrl());
    database = openDatabase({ url: proxy.url, connections: CONNECTIONS });
    impatient = database.within(ANSWER_MS);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });
  // Opens all connections: each transaction waits until all have begun.
  beforeEach(async () => {
    let begun = 0;
    const all = Promise.withResolvers<void>();
    const begin = async (tx: SqlExecutor): Promise<void> => {
      await ping(tx);
      begun += 1;
      if (begun === CONNECTIONS) all.resolve();
      await all.promise;
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, () => database.transaction(begin)));
  });

  const ping = async (tx: SqlExecutor): Promise<number> =>
    (await queryRows(tx, 'select $1::int', [1])).length;
  const isAway = (error: unknown): boolean =>
    error instanceof AppError && error.code === 'database_unavailable';

  it('a silently dead connection is reported once, and the next statement uses a new connection', async () => {
    proxy.silence();
    await assert.rejects(ping(impatient), isAway);
    // The idle connections are dead, too, and none of them is tried.
    assert.equal(await ping(database), 1);
  });

  it('a retry succeeds although every connection of the pool died with a statement in flight', async () => {
    proxy.silence();
    const { signal } = new AbortController();
    const retried = Array.from({ length: 2 * CONNECTIONS }, () =>
      retryWhileUnavailable(() => ping(impatient), signal),
    );
    assert.deepEqual(await Promise.all(retried), Array(2 * CONNECTIONS).fill(1));
  });

  for (const at of ['its first statement', 'its commit', 'its end after an error'] as const) {
    it(`a silent connection does not block a transaction that notices at ${at}`, async () => {
      const silenced = impatient.transaction(async (tx) => {
        if (at === 'its first statement') proxy.silence();
        await ping(tx);
        if (at !== 'its first statement') proxy.silence();
        if (at === 'its end after an error') throw new AppError('run_active', 'x');
      });
      await assert.rejects(
        silenced,
        at === 'its end after an error' ? { code: 'run_active' } : isAway,
      );
      assert.equal(await ping(database), 1);
    });
  }

  it('statements in progress continue when another statement gets no answer', async () => {
    const lock = 'select pg_advisory_xact_lock(7)';
    let slow: Promise<readonly object[]> | undefined;
    await database.transaction(async (tx) => {
      await queryRows(tx, lock);
      slow = queryRows(database, lock);
      await assert.rejects(queryRows(impatient, lock), isAway);
    });
    assert.equal((await slow)?.length, 1);
  });

  it('the listener reconnects after a silent connection loss and catches up', async () => {
    const received = Promise.withResolvers<string>();
    const connected = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let connects = 0;
    await using opened = new AsyncDisposableStack();
    const listener = listen({
      url: proxy.url,
      channels: [CHANNELS.end],
      pingMs: ANSWER_MS,
      onPooler: () => assert.fail('the proxy is no pooler'),
      onNotification: (_, payload) => received.resolve(payload),
      catchUp() {
        connected[connects]?.resolve();
        connects += 1;
      },
    });
    opened.use(listener);
    await connected[0]?.promise;
    proxy.silence();
    await connected[1]?.promise;
    const { signal } = new AbortController();
    await retryWhileUnavailable(() => notify(impatient, 'end', 'x'), signal);
    assert.equal(await received.promise, 'x');
  });
});

it('a statement that was answered while this process was stalled succeeds', async () => {
  await using database = openDatabase({ url: serverUrl(), connections: 1 });
  const ping = (): Promise<readonly object[]> =>
    queryRows(database.within(ANSWER_MS), 'select $1::int', [1]);
  await ping();
  const answer = ping();
  await setImmediate(); // it is sent
  const stalled = performance.now() + 2 * ANSWER_MS;
  while (performance.now() < stalled);
  assert.equal((await answer).length, 1);
});
