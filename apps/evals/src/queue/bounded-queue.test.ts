import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../db/connection/open-database.ts';
import { countBuffers, type BufferCounter } from '../testing/count-buffers.ts';
import { emptyDatabase } from '../testing/example-database.ts';
import { createQueue, type Job, type Queue } from './create-queue.ts';
import { fetchFromOpenProjects, findAbandoned } from './job-statements.ts';

const JOBS = 20_000;
/** A full scan of the job table touches far more. */
const MAX_BUFFERS = 100;

const runId = RunId.parse(randomUUIDv7());

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
    const { jobs, isWaitedFor } = await queue.fetch(plan);
    assert.deepEqual(
      jobs.map(({ id, project, kind }) => ({ id, project, kind })),
      [{ id: lane, project: 'other', kind: 'lane' }],
    );
    assert.equal(isWaitedFor, true, 'jobs of the full project wait');
    assert.deepEqual((await queue.fetch(plan)).jobs, []);
    await queue.complete(jobs);
  });

  it('a fetch returns finish jobs first, then the oldest jobs, of each project that is not full', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await queue.enqueueLanes(database, { runId, project: 'b' }, [first]);
    await queue.enqueueLanes(database, { runId, project: 'a' }, [second]);
    await queue.enqueueFinish(database, [{ runId, project: 'c' }]);
    const jobs: Job[] = [];
    for (let fetch = 1; fetch <= 3; fetch += 1)
      jobs.push(...(await queue.fetch({ limit: 1, fullProjects: ['full'] })).jobs);
    assert.deepEqual(
      jobs.map(({ kind, project }) => `${kind} of ${project}`),
      ['finish of c', 'lane of b', 'lane of a'],
    );
    await queue.release(jobs);
    const { jobs: again } = await queue.fetch({ limit: 50, fullProjects: ['full'] });
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
    const given: Job[] = [];
    for (let fetch = 1; fetch <= 4; fetch += 1) {
      const { jobs } = await queue.fetch({ limit: 100, fullProjects: ['full'] });
      given.push(...jobs);
    }
    assert.deepEqual(given.map(({ project }) => project).toSorted(), projects.toSorted());
    await queue.complete(given);
  });

  it('a fetch of a worker without a free place says if jobs wait, and fetches none', async () => {
    const counter = countBuffers(database);
    const fetch = fetchFromOpenProjects(counter);
    const full = { limit: 0, fullProjects: ['none', 'full'] };
    assert.deepEqual(await fetch(full), { jobs: [], isWaitedFor: true });
    const none = await fetch({ limit: 1, fullProjects: ['full', 'none'] });
    assert.deepEqual(none, { jobs: [], isWaitedFor: true });
    assertFew(counter);
  });

  it('jobs of dead workers are found by an index', async () => {
    await database.executeSql('vacuum fairtrial_queue.job_common');
    const counter = countBuffers(database);
    await findAbandoned(counter);
    assertFew(counter);
  });
});

it('an idle queue sends one statement in each pass of its supervision', async () => {
  await using database = await emptyDatabase(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = new Map<string, number>();
  const recorded = {
    ...database,
    executeSql: (text: string, values?: unknown[]) => {
      const times = (sent.get(text) ?? 0) + 1;
      sent.set(text, times);
      if (text.includes('heartbeat_on +') && times === 3) resolve();
      return database.executeSql(text, values);
    },
  };
  await using queue = await createQueue({
    database: recorded,
    heartbeats: recorded,
    checkWritable: () => Promise.resolve(),
    onError: assert.ifError,
  });
  sent.clear();
  await promise;
  const repeated = [...sent].filter(([, times]) => times > 1);
  assert.deepEqual(
    repeated.map(([, times]) => times),
    [3],
  );
  assert.ok(queue);
});
