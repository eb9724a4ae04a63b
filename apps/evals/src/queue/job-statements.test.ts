import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PgBoss } from 'pg-boss';
import type { Database } from '../db/connection/open-database.ts';
import { emptyDatabase } from '../testing/example-database.ts';
import { createQueue, type Queue } from './create-queue.ts';
import { fetchFromOpenProjects, findAbandoned, JOB_TABLE, SCHEMA } from './job-statements.ts';

const runId = RunId.parse(randomUUIDv7());
/** A version of pg-boss may use other tables, columns or states: what it does itself shows how. */
describe('statements at the tables of pg-boss', () => {
  let database: Database;
  let queue: Queue;
  let boss: PgBoss;

  before(async () => {
    database = await emptyDatabase(2);
    queue = await createQueue({
      database,
      heartbeats: database,
      checkWritable: undefined,
      onError: assert.ifError,
    });
    boss = new PgBoss({ db: database, schema: SCHEMA, supervise: false, schedule: false });
    await boss.start();
  });
  after(async () => {
    await boss.stop({ graceful: false, close: false });
    await queue[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  beforeEach(() => boss.deleteAllJobs('runs'));

  async function enqueue(jobs: number): Promise<void> {
    const lanes = Array.from({ length: jobs }, () => randomUUID());
    await queue.enqueueLanes(database, { runId, project: 'a' }, lanes);
  }

  async function readRow(id: string): Promise<object> {
    const { rows } = await database.executeSql(
      `select to_jsonb(j) - 'id' - 'created_on' || jsonb_build_object(
         'started_on', started_on is not null and started_on <= now(),
         'heartbeat_on', heartbeat_on = started_on, 'start_after', start_after <= started_on,
         'keep_until', keep_until > now()) as row
       from ${SCHEMA}.job j where id = $1`,
      [id],
    );
    return (rows[0] as { row: object }).row;
  }

  it('pg-boss stores the jobs in the table that the statements use', async () => {
    assert.equal((await boss.getQueue('runs'))?.table, JOB_TABLE);
  });

  it('a fetch for some projects returns and changes what a fetch of pg-boss does, also of jobs that were fetched before', async () => {
    const fetchOpen = fetchFromOpenProjects(database);
    await enqueue(2);
    for (const times of [1, 2]) {
      const [theirs] = await boss.fetch<object>('runs', { includeMetadata: true });
      const [ours] = (await fetchOpen({ limit: 1, fullProjects: ['full'] })).jobs;
      assert.ok(theirs && ours, `fetch ${times}`);
      for (const field of ['retryCount', 'groupId', 'data', 'output'] as const)
        assert.deepEqual(ours[field], theirs[field], field);
      assert.equal(ours.retryCount, times - 1);
      assert.deepEqual(await readRow(ours.id), await readRow(theirs.id));
      await boss.fail('runs', [theirs, ours], { releases: 1 });
    }
  });

  it('a fetch for some projects leaves the jobs that pg-boss leaves', async () => {
    const fetchOpen = fetchFromOpenProjects(database);
    const group = { id: 'a' };
    await boss.send('runs', {}, { group, startAfter: 3600 });
    const [blocking = assert.fail()] =
      (await boss.insert('runs', [{ group }], { returnId: true })) ?? [];
    await boss.cancel('runs', blocking);
    const full = { limit: 0, fullProjects: ['a'] };
    assert.deepEqual(await fetchOpen(full), { jobs: [], isWaitedFor: true });
    await enqueue(1);
    const fetched = await fetchOpen({ limit: 9, fullProjects: ['full'] });
    assert.deepEqual([fetched.jobs.length, await boss.fetch('runs')], [1, []]);
  });

  it('abandoned jobs are those that pg-boss requeues', async () => {
    await enqueue(5);
    const jobs = await boss.fetch('runs', { batchSize: 4 });
    const [silent, touched, completed, failed] = jobs.map(({ id }) => id);
    await database.executeSql(
      `update ${SCHEMA}.job set heartbeat_on = heartbeat_on - interval '11 seconds' where state = 'active'`,
    );
    await boss.touch('runs', touched ?? '');
    await boss.complete('runs', completed ?? '');
    await boss.fail('runs', failed ?? '');
    assert.deepEqual(await findAbandoned(database), [{ id: silent, retryCount: 0, output: null }]);

    const known = await boss.findJobs('runs');
    await boss.supervise('runs', { reindex: false });
    const states = new Map(known.map(({ id, state }) => [id, state]));
    const changed = (await boss.findJobs('runs')).filter(
      ({ id, state }) => states.get(id) !== state,
    );
    assert.deepEqual(
      changed.map(({ id, state }) => [id, state]),
      [[silent, 'retry']],
    );
    assert.deepEqual(await findAbandoned(database), []);
  });
});
