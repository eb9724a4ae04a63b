import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../db/connection/migrate.ts';
import type { Database } from '../db/connection/open-database.ts';
import { emptyDatabase, exampleDatabase } from '../testing/example-database.ts';
import { exampleRun } from '../testing/example-rows.ts';
import { countLostClaims, createQueue, type Job, type Queue } from './create-queue.ts';

it('processes that start together on an empty database all get a queue', async () => {
  await using database = await emptyDatabase(8);
  const startProcess = async (): Promise<void> => {
    await migrate(database);
    const options = {
      database,
      heartbeats: database,
      checkWritable: undefined,
      onError: assert.ifError,
    };
    await using queue = await createQueue(options);
    const fetched = await queue.fetch({ limit: 1, fullProjects: [] });
    assert.deepEqual(fetched, { jobs: [], isWaitedFor: false });
  };
  await Promise.all(Array.from({ length: 4 }, startProcess));
});

describe('the claims of a job', () => {
  let database: Database;
  let queue: Queue;
  before(async () => {
    database = await exampleDatabase(2);
    queue = await createQueue({
      database,
      heartbeats: database,
      checkWritable: undefined,
      onError: assert.ifError,
    });
  });
  after(async () => {
    await queue[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  async function enqueue(): Promise<string> {
    const run = exampleRun();
    const lane = randomUUID();
    await queue.enqueueLanes(database, { runId: run.id, project: run.project }, [lane]);
    return lane;
  }

  async function fetch(): Promise<Job> {
    const { jobs } = await queue.fetch({ limit: 1, fullProjects: [] });
    return jobs[0] ?? assert.fail('no job');
  }

  /** What happens to a job whose worker sends no heartbeat. */
  async function abandon(job: Job): Promise<void> {
    await database.executeSql(`update fairtrial_queue.job set state = 'retry' where id = $1`, [
      job.id,
    ]);
  }

  async function countJobs(): Promise<number> {
    const { rows } = await database.executeSql('select from fairtrial_queue.job');
    return rows.length;
  }

  it('a heartbeat returns the jobs that still belong to the worker, even if it has fetched a lost one again', async () => {
    const lane = await enqueue();
    const job = await fetch();
    assert.equal(job.id, lane);
    assert.deepEqual(await queue.touch([job]), new Set([job]));
    await abandon(job);
    assert.deepEqual(await queue.touch([job]), new Set(), 'it waits for a worker');
    const again = await fetch();
    assert.deepEqual([again.id, again.retryCount], [job.id, job.retryCount + 1]);
    assert.deepEqual(await queue.touch([job]), new Set(), 'another worker has it');
    const results = await Promise.all([job, again, job, again].map((one) => queue.touch([one])));
    assert.deepEqual(
      results.map((held) => held.size),
      [0, 1, 0, 1],
    );
    await queue.complete([job, again]);
    assert.equal(await countJobs(), 0);
  });

  it('a job keeps its lane and numbers its claims through releases, errors and lost workers', async () => {
    const lane = await enqueue();
    const seen: unknown[] = [];
    const release = (job: Job): Promise<void> => queue.release([job]);
    const retry = (job: Job): Promise<void> => queue.retry([job]);
    for (const end of [release, abandon, retry, abandon, abandon, release]) {
      const job = await fetch();
      assert.equal(job.id, lane);
      seen.push([job.retryCount, countLostClaims(job), job.releases, job.errors]);
      await end(job);
    }
    assert.deepEqual(seen, [
      [0, 0, 0, 0],
      [1, 0, 1, 0],
      [2, 1, 1, 0],
      [3, 1, 1, 1],
      [4, 2, 1, 1],
      [5, 3, 1, 1],
    ]);
    const last = await fetch();
    assert.deepEqual([last.retryCount, countLostClaims(last), last.releases], [6, 3, 2]);
    await queue.complete([last]);
  });

  it('a worker that has lost a job cannot complete or release the claim of the next, nor release its own twice', async () => {
    await enqueue();
    const lost = await fetch();
    await abandon(lost);
    const job = await fetch();
    await queue.release([lost]);
    await queue.complete([lost]);
    assert.deepEqual(await queue.touch([job]), new Set([job]));
    await queue.release([job]);
    const next = await fetch();
    // As after an answer that was lost.
    await queue.release([job]);
    await queue.complete([job]);
    assert.deepEqual(await queue.touch([next]), new Set([next]));
    assert.equal(await countJobs(), 1);
    assert.equal(next.retryCount, 2);
    await queue.complete([next]);
  });
});
