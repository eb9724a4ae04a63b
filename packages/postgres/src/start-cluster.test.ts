import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startCluster, type Cluster } from './start-cluster.ts';

describe('a PostgreSQL server of one process', () => {
  let folder: string;
  let cluster: Cluster;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cluster-'));
    cluster = await startCluster({ folder });
  });
  after(async () => {
    await cluster[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: cluster.url() });
    client.on('error', () => undefined); // the test stops the server
    await client.connect();
    return client;
  }

  async function numbers(): Promise<number[]> {
    const client = await connect();
    const { rows } = await client.query<{ n: number }>('select n from written order by n');
    await client.end();
    return rows.map(({ n }) => n);
  }

  /** Inserts rows one by one until the server is gone; returns the rows it acknowledged. */
  async function writeUntilGone(from: number, enough: () => void): Promise<number[]> {
    const client = await connect();
    const acknowledged: number[] = [];
    try {
      for (let n = from; ; n += 1) {
        await client.query('insert into written values ($1)', [n]);
        acknowledged.push(n);
        if (acknowledged.length === 50) enough();
      }
    } catch {
      return acknowledged;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  for (const [how, end] of [
    ['kill -9', () => cluster.kill()],
    ['an immediate stop', () => cluster.stop('immediate')],
  ] as const) {
    it(`keeps every acknowledged row through ${how}, and restarts at the same address`, async () => {
      const client = await connect();
      await client.query('create table if not exists written (n int primary key)');
      await client.query('truncate written');
      await client.end();
      const enough = Promise.withResolvers<void>();
      const writing = writeUntilGone(1, enough.resolve);
      await enough.promise;
      await end();
      const acknowledged = await writing;
      await cluster.start();
      const found = await numbers();
      assert.deepEqual(found.slice(0, acknowledged.length), acknowledged);
      assert.ok(found.length - acknowledged.length <= 1, 'at most the one under way');
    });
  }

  it('keeps its data when it is started again on the same folder', async () => {
    const written = await numbers();
    await cluster.stop();
    cluster = await startCluster({ folder });
    assert.deepEqual(await numbers(), written);
  });

  it('refuses connections without its password', async () => {
    const url = new URL(cluster.url());
    url.password = 'guess';
    const client = new pg.Client({ connectionString: url.href });
    await assert.rejects(client.connect(), /password authentication failed/);
  });
});
