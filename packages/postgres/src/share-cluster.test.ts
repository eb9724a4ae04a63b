import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { until } from '../../../tests/support/services/until.ts';
import { findServer } from './find-server.ts';
import { shareCluster, type SharedCluster } from './share-cluster.ts';

describe('a PostgreSQL server shared by several processes', () => {
  let folder: string;
  let data: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-shared-'));
    data = join(folder, 'data');
  });
  after(() => rm(folder, { recursive: true }));

  const open = (): Promise<SharedCluster> => shareCluster({ folder });
  const close = (cluster: SharedCluster): Promise<void> =>
    Promise.resolve(cluster[Symbol.asyncDispose]());
  const pidOf = async (): Promise<number | undefined> => (await findServer(data))?.pid;

  async function ask(url: string, sql: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return (await client.query<{ n: unknown }>(sql)).rows[0]?.n;
    } finally {
      await client.end();
    }
  }

  it('is created and started once when several processes start in an empty folder at the same moment', async () => {
    const clusters = await Promise.all([open(), open(), open(), open()]);
    const [first] = clusters;
    assert.ok(first);
    assert.deepEqual(
      clusters.map(({ url }) => url),
      clusters.map(() => first.url),
    );
    assert.equal(clusters.filter(({ isJoined }) => !isJoined).length, 1);
    await ask(first.url, 'create table kept as select 7 as n');
    assert.deepEqual((await readdir(folder)).toSorted(), ['data', 'password']);
    await Promise.all(clusters.map(close));
    assert.equal(await pidOf(), undefined, 'of those that leave at the same moment one ends it');
  });

  it('runs until the last process leaves, and keeps its data across a restart', async () => {
    const [first, second] = [await open(), await open()];
    await close(first);
    assert.equal(await ask(second.url, 'select n from kept'), 7);
    await close(second);
    assert.equal(await pidOf(), undefined);
    const third = await open();
    assert.equal(await ask(third.url, 'select n from kept'), 7);
    await close(third);
  });

  it('is started again for a process that joins while the last one leaves', async () => {
    let cluster = await open();
    for (let times = 0; times < 5; times += 1) {
      const [next] = await Promise.all([open(), close(cluster)]);
      assert.equal(await ask(next.url, 'select n from kept'), 7);
      cluster = next;
    }
    await close(cluster);
    assert.equal(await pidOf(), undefined);
  });

  it('restarts at the same address for all its processes after it is killed', async () => {
    const [first, second] = [await open(), await open()];
    const killed = await pidOf();
    assert.ok(killed);
    process.kill(killed, 'SIGKILL');
    await until('another server runs', async () => ![undefined, killed].includes(await pidOf()));
    assert.equal(first.url, second.url);
    const answers = async (): Promise<boolean> =>
      (await ask(first.url, 'select n from kept').catch(() => undefined)) === 7;
    await until('it answers', answers);
    // Both processes are members again: the server must keep running when one of them leaves.
    const held = "select count(*)::int n from pg_locks where locktype = 'advisory' and granted";
    await until('both have joined', async () => (await ask(second.url, held)) === 2);
    await close(first);
    assert.equal(await ask(second.url, 'select n from kept'), 7);
    await close(second);
    assert.equal(await pidOf(), undefined);
  });

  it('is started at the same address by a process that joins after the server was killed', async () => {
    const first = await open();
    const killed = await pidOf();
    assert.ok(killed);
    process.kill(killed, 'SIGKILL');
    const second = await open();
    assert.equal(second.url, first.url);
    await Promise.all([close(first), close(second)]);
    assert.equal(await pidOf(), undefined);
  });

  it('starts although the pid of a killed server now belongs to another process', async () => {
    await writeFile(
      join(data, 'postmaster.pid'),
      `${process.pid}\n${data}\n1\n1\n\n\n\nready   \n`,
    );
    const cluster = await open();
    assert.equal(await ask(cluster.url, 'select n from kept'), 7);
    await close(cluster);
  });
});
