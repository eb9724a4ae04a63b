import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { countAttempts, hasQueuedAttempts } from './count-attempts.ts';
import type { Database } from '../db/connection/open-database.ts';
import { countBuffers, type BufferCounter } from '../testing/count-buffers.ts';
import { emptyDatabase } from '../testing/example-database.ts';
import { createQueue, type Queue } from './create-queue.ts';
import { fetchFromOpenProjects } from './fetch-open-projects.ts';

const JOBS = 20_000;
/** A full scan of the job table touches far more. */
const MAX_BUFFERS = 100;

const runId = RunId.parse(randomUUIDv7());

/** The condition by which pg-boss finds jobs whose worker has died. */
const ABANDONED = `
select id from fairtrial_queue.job_common
where state = 'active' and heartbeat_seconds is not null
  and (heartbeat_on + heartbeat_seconds * interval '1s') < fairtrial_queue.job_now() and name = any(array['runs'])`;

describe(`a queue with ${JOBS} jobs of a project that has used up its share`, () => {
  let database: Database;
  let queue: Queue;

  before(async () => {
    database = await emptyDatabase(1);
    queue = await createQueue({
      database,
      heartbeats: database,
      checkWritable: undefined,
      onError: assert.ifError,
    });
    await queue.enqueueLanes(database, { runId, project: 'full' }, [randomUUID()]);
    await database.executeSql(
      `insert into fairtrial_queue.job_common (name, data, group_id, created_on)
       select name, json_build_object('kind', 'lane', 'runId', gen_random_uuid()), 'full', now()
       from fairtrial_queue.job_common, generate_series(1, ${JOBS})`,
    );
    await database.executeSql('vacuum analyze fairtrial_queue.job_common');
  });
  after(async () => {
    await queue[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  function assertFew({ buffers }: BufferCounter): void {
    assert.ok(buffers.length > 0 && Math.max(...buffers) <= MAX_BUFFERS, buffers.join());
  }

  it('fetching a job of another project does not scan the jobs of a full project', async () => {
    const lane = randomUUID();
    await queue.enqueueLanes(database, { runId, project: 'other' }, [lane]);
    const plan = { limit: 50, fullProjects: ['full', 'also full'] };
    const counter = countBuffers(database);
    await fetchFromOpenProjects(counter)(plan);
    assertFew(counter);
    await database.executeSql(
      `update fairtrial_queue.job_common set state = 'created' where id = $1`,
      [lane],
    );
    const jobs = await queue.fetch(plan);
    assert.deepEqual(
      jobs.map(({ id, project, kind }) => ({ id, project, kind })),
      [{ id: lane, project: 'other', kind: 'lane' }],
    );
    assert.deepEqual(await queue.fetch(plan), []);
    await queue.complete(jobs);
  });

  it('a fetch returns finish jobs first, then the oldest jobs, of each project that is not full', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await queue.enqueueLanes(database, { runId, project: 'b' }, [first]);
    await queue.enqueueLanes(database, { runId, project: 'a' }, [second]);
    await queue.enqueueFinish(database, [{ runId, project: 'c' }]);
    const take = () => queue.fetch({ limit: 1, fullProjects: ['full'] });
    const jobs = [...(await take()), ...(await take()), ...(await take())];
    assert.deepEqual(
      jobs.map(({ kind, project }) => `${kind} of ${project}`),
      ['finish of c', 'lane of b', 'lane of a'],
    );
    await queue.release(jobs);
    const again = await queue.fetch({ limit: 50, fullProjects: ['full'] });
    assert.deepEqual(
      again.map(({ retryCount }) => retryCount),
      [1, 1, 1],
    );
    await queue.complete(again);
  });

  it('successive fetches reach all projects if more wait than one fetch looks at', async () => {
    const projects = Array.from({ length: 120 }, (_, n) => `p${n}`);
    for (const project of projects) {
      await queue.enqueueLanes(database, { runId, project }, [randomUUID()]);
    }
    const given: string[] = [];
    for (let fetch = 1; fetch <= 4; fetch += 1) {
      const jobs = await queue.fetch({ limit: 100, fullProjects: ['full'] });
      given.push(...jobs.map(({ project }) => project));
    }
    assert.deepEqual(given.toSorted(), projects.toSorted());
  });

  it('hasQueuedAttempts finds waiting attempts of a project, and countAttempts counts up to 10,000', async () => {
    const counter = countBuffers(database);
    assert.equal(await hasQueuedAttempts(counter, ['none', 'full']), true);
    assert.equal(await hasQueuedAttempts(counter, ['none']), false);
    assert.equal(await hasQueuedAttempts(counter, undefined), true);
    assertFew(counter);
    assert.equal((await countAttempts(database)).queued, 10_000);
  });

  it('jobs of dead workers and jobs of a run are found by an index', async () => {
    const counter = countBuffers(database);
    await counter.executeSql(ABANDONED);
    await counter.executeSql(
      `select id from fairtrial_queue.job where name = 'runs' and data->>'runId' = any($1::text[])`,
      [[runId]],
    );
    assertFew(counter);
  });
});

it('supervising a queue does not count its jobs', async () => {
  await using database = await emptyDatabase(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const recorded = {
    ...database,
    executeSql: (text: string, values?: unknown[]) => {
      sent.push(text);
      if (text.includes('job heartbeat timeout')) resolve();
      return database.executeSql(text, values);
    },
  };
  await using queue = await createQueue({
    database: recorded,
    heartbeats: recorded,
    checkWritable: () => Promise.resolve(),
    onError: assert.ifError,
  });
  await promise;
  assert.deepEqual(
    sent.filter((text) => text.includes('total_count =')),
    [],
  );
  assert.ok(queue);
});
